import type { WireError } from '../../../../shared/wire/error.js';

/** What the API wants to be proved, and how. */
export type ProofQuestion = Pick<WireError, 'challenge' | 'methods' | 'passkey_options'>;

/** What became of a question; one that was open for too long has to be asked anew. */
export type ProofAnswer = 'proved' | 'expired' | 'cancelled';

type Ask = (question: ProofQuestion) => Promise<ProofAnswer>;

let ask: Ask | undefined;
let underWay: Promise<ProofAnswer> | undefined;

/** Registers what asks the user: the dialog of the workspace. Returns a function that unregisters it. */
export function answerProofs(by: Ask): () => void {
  ask = by;
  return () => {
    if (ask === by) ask = undefined;
  };
}

/** Asks the user for a proof of identity. Concurrent requests share one question. */
export function askForProof(question: ProofQuestion): Promise<ProofAnswer> {
  underWay ??= (ask?.(question) ?? Promise.resolve<ProofAnswer>('cancelled')).finally(() => {
    underWay = undefined;
  });
  return underWay;
}
