import { Button } from '@mantine/core';
import { useSession } from '../../lib/session/session.js';
import form from '../../lib/ui/form.module.css';
import { AuthCard } from './auth-card.js';
import { PasswordForm } from './password-form.js';

/** Shown after signing in with a temporary password. */
export function FirstPasswordPage() {
  const { end } = useSession();
  return (
    <AuthCard
      title="Choose your password"
      lead="The one you signed in with was temporary. After this you sign in once more, with your own."
    >
      <div className={form.stack}>
        <PasswordForm />
        <div>
          <Button variant="default" onClick={() => void end('signed_out')}>
            Sign out
          </Button>
        </div>
      </div>
    </AuthCard>
  );
}
