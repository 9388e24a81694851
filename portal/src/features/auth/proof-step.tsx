import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ProofQuestion } from '../../lib/proof/ask-for-proof.js';
import { ProofForm } from '../../lib/proof/proof-form.js';
import { useSession } from '../../lib/session/session.js';
import form from '../../lib/ui/form.module.css';
import text from '../../lib/ui/text.module.css';
import classes from './auth.module.css';
import { AuthCard } from './auth-card.js';

/** The second step of signing in. */
export function ProofStep({ question, onBack }: { question: ProofQuestion; onBack: () => void }) {
  const { finishSignIn } = useSession();
  const proof = useMutation({
    mutationFn: (given: object) =>
      finishSignIn('/login/second-factor', { challenge: question.challenge, ...given }),
  });
  return (
    <AuthCard title="One more step" lead="Your account is protected by a second factor.">
      <div className={form.stack}>
        <ProofForm
          question={question}
          action="Sign in"
          busy={proof.isPending}
          error={proof.error}
          onProof={(given) => proof.mutate(given)}
        />
        <Button variant="default" size="compact-sm" onClick={onBack}>
          Start again
        </Button>
        <p className={classes.help}>
          Lost all of these?{' '}
          <a href="/docs/support" className={text.plainLink}>
            Support
          </a>{' '}
          can reset your second factor.
        </p>
      </div>
    </AuthCard>
  );
}
