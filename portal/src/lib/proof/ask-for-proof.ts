import type { WireError } from '../../../../shared/wire/error.js';

/** What the API wants to be proved, and how. */
export type ProofQuestion = Pick<WireError, 'challenge' | 'methods' | 'passkey_options'>;

type Ask = (question: ProofQuestion) => Promise<boolean>;

let ask: Ask | undefined;
let underWay: Promise<boolean> | undefined;

/** Registers what asks the user: the dialog of the workspace. Returns a function that unregisters it. */
export function answerProofs(by: Ask): () => void {
  ask = by;
  return () => {
    if (ask === by) ask = undefined;
  };
}

/** Asks the user for a proof of identity; false if they cancelled. Concurrent requests share one question. */
export function askForProof(question: ProofQuestion): Promise<boolean> {
  underWay ??= (ask?.(question) ?? Promise.resolve(false)).finally(() => {
    underWay = undefined;
  });
  return underWay;
}
