import { AuthCard } from './auth-card.js';
import { PasswordForm } from './password-form.js';

/** Shown after signing in with a temporary password. */
export function FirstPasswordPage() {
  return (
    <AuthCard
      title="Choose your password"
      lead="The one you signed in with was temporary. After this you sign in once more, with your own."
    >
      <PasswordForm />
    </AuthCard>
  );
}
