import type { WireError } from '../../../../shared/wire/error.js';

/** What the API wants to be proved, and how. */
export type ProofQuestion = Pick<WireError, 'challenge' | 'methods' | 'passkey_options'>;

type Ask = (question: ProofQuestion) => Promise<boolean>;

let ask: Ask | undefined;
let underWay: Promise<boolean> | undefined;

/** Says who asks the person: the dialog of the workspace. Returns what takes it back. */
export function answerProofs(by: Ask): () => void {
  ask = by;
  return () => {
    if (ask === by) ask = undefined;
  };
}

/** Asks the person who they are; false when they would not say. Requests that need it at one time share one question. */
export function askForProof(question: ProofQuestion): Promise<boolean> {
  underWay ??= (ask?.(question) ?? Promise.resolve(false)).finally(() => {
    underWay = undefined;
  });
  return underWay;
}
