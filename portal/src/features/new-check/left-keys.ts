import { TabMemory } from '../../lib/session/tab-memory.js';
import type { Draft } from './begin-draft.js';

/**
 * The keys of submissions whose form was left before they were answered, by what was submitted. The next form has a key
 * of its own; whoever submits the same again repeats the submission, and is not charged twice.
 */
const LEFT = new TabMemory<string>();

export function rememberLeft(draft: Draft, key: string): void {
  LEFT.set(nameOf(draft), key);
}

export function leftKeyOf(draft: Draft): string | undefined {
  return LEFT.get(nameOf(draft));
}

/** Once it is answered. */
export function forgetLeft(draft: Draft): void {
  LEFT.delete(nameOf(draft));
}

function nameOf({ serviceCode, subject, parameters, reference, purpose }: Draft): string {
  return JSON.stringify([serviceCode, subject, parameters, reference, purpose]);
}
