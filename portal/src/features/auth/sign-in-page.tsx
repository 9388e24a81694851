import { useState } from 'react';
import type { ProofQuestion } from '../../lib/proof/ask-for-proof.js';
import type { EndReason } from '../../lib/session/session.js';
import { PasswordStep } from './password-step.js';
import { ProofStep } from './proof-step.js';

/** Exchanges e-mail and password, and a second factor if the user has one, for a session. */
export function SignInPage({ reason }: { reason: EndReason }) {
  const [question, setQuestion] = useState<ProofQuestion>();
  if (question === undefined) return <PasswordStep reason={reason} onQuestion={setQuestion} />;
  return <ProofStep question={question} onBack={() => setQuestion(undefined)} />;
}
