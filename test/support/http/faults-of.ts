import type { Answer } from './client.js';

/** The faults of a 422: the code of each field. */
export function faultsOf(answer: Answer): Record<string, string> {
  const faults = answer.body.errors as { field: string; code: string }[];
  return Object.fromEntries(faults.map(({ field, code }) => [field, code]));
}
