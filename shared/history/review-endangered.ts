import { ASSUMED_BY } from '../db/assumed-call.js';
import { newId } from '../domain/ids.js';
import type { AdoptDeps } from './adopt-history.js';
import { type AssumedCall, assumeCalls, findUncalledChecks, type UncalledCheck } from './assume-calls.js';

/** Checks that the witness is asked about at once. */
const BATCH = 500;
const REASON = 'history_changed';
/** Who stands as the worker of a call that the witness knows by its id. */
export const KNOWN_BY_WITNESS = 'witness';

/**
 * Puts every check into review that may have been called without the database knowing (contract 15), and returns how
 * many: with a complete witness those of which it knows a call that the database has lost, else all that the database
 * would have called again. What is in review already is held back there.
 */
export async function reviewEndangered(
  { db, witness, onSettled }: Pick<AdoptDeps, 'db' | 'witness' | 'onSettled'>,
  { complete, keepAlive }: { complete: boolean; keepAlive(): Promise<unknown> },
): Promise<number> {
  const uncalled = await findUncalledChecks(db);
  let reviewed = 0;
  for (let start = 0; start < uncalled.length; start += BATCH) {
    const batch = uncalled.slice(start, start + BATCH);
    const known = await findLostCalls(batch, { db, witness });
    const unknown = complete
      ? []
      : batch.filter(({ checkId }) => !known.some((call) => call.checkId === checkId));
    const assumed = unknown.map((check) => ({ ...check, callId: newId() }));
    const settled = [
      ...(await assumeCalls(db, known, { worker: KNOWN_BY_WITNESS, reason: REASON })),
      ...(await assumeCalls(db, assumed, { worker: ASSUMED_BY, reason: REASON })),
    ];
    onSettled(settled);
    reviewed += known.length + assumed.length;
    await keepAlive();
  }
  return reviewed;
}

/** Those of the checks of which the witness remembers a call that the database does not know. */
async function findLostCalls(
  batch: readonly UncalledCheck[],
  { db, witness }: Pick<AdoptDeps, 'db' | 'witness'>,
): Promise<AssumedCall[]> {
  const calls = await witness.callsOf(batch.map(({ checkId }) => checkId));
  const remembered = batch.flatMap((check, index) => {
    const callId = calls[index];
    return callId === undefined ? [] : [{ ...check, callId }];
  });
  const stored = await db.query<{ id: string }>('SELECT id FROM provider_calls WHERE id = ANY($1::uuid[])', [
    remembered.map(({ callId }) => callId),
  ]);
  const ids = new Set(stored.map(({ id }) => id));
  return remembered.filter(({ callId }) => !ids.has(callId));
}
