import type { Settlement } from '../../shared/settlement/settlement.js';

/**
 * Most bytes that are settled in one transaction: on its way to PostgreSQL all of it is one text, twice as long, and an
 * answer may have 1 MiB. Two hundred of those would take longer than a statement may, and more memory than a worker
 * has.
 */
export const MAX_SETTLED_BYTES = 4 * 1_024 * 1_024;

/** How much a settlement writes, in bytes, besides the little that every one does. */
export function settlementBytes({ call, result }: Settlement): number {
  const found = result.status === 'completed' ? [result.detailsSealed, result.photoSealed] : [];
  return [call?.answerSealed, ...found].reduce((total, sealed) => total + (sealed?.length ?? 0), 0);
}
