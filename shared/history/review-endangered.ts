import { ASSUMED_BY } from '../db/assumed-call.js';
import { newId } from '../domain/ids.js';
import type { AdoptDeps } from './adopt-history.js';
import { assumeCalls, findUncalledChecks } from './assume-calls.js';
import { endReplaced, findStartedCalls, giveUpStarted } from './started-calls.js';

/** Checks that the witness is asked about at once. */
const BATCH = 500;
const REASON = 'history_changed';
/** Who stands as the worker of a call that the witness knows by its id. */
export const KNOWN_BY_WITNESS = 'witness';

type Deps = Pick<AdoptDeps, 'db' | 'witness' | 'onSettled'>;

interface Extent {
  /** Whether the witness has missed nothing since the adopted history began with it. */
  complete: boolean;
  keepAlive(): Promise<unknown>;
}

/**
 * Puts every check into review that may have been called without the database knowing (contract 15), and returns how
 * many: with a complete witness those of which it knows a call that the database has lost, else all that are open. What
 * is in review already is held back there.
 *
 * A call that is under way by what the database knows may have ended unpaid on the server that is gone, and another
 * have been made since. Its worker, which stood still, or which settles again because the answer to a commit was lost,
 * then says of it truthfully that it was not sent. Such calls come first: where the witness knows the other one, which
 * nothing but the end of this one made possible, that is written down in its place with the rest, and so is found by
 * its answer; else a call that is under way is doubted unless a whole witness knows no other.
 */
export async function reviewEndangered(deps: Deps, extent: Extent): Promise<number> {
  const started = await reviewStarted(deps, extent);
  return started + (await reviewUncalled(deps, extent));
}

async function reviewStarted(deps: Deps, { complete, keepAlive }: Extent): Promise<number> {
  const started = await findStartedCalls(deps.db);
  let reviewed = 0;
  for (let start = 0; start < started.length; start += BATCH) {
    const batch = started.slice(start, start + BATCH);
    const replaced = new Set((await findLostCalls(batch, deps)).map(({ checkId }) => checkId));
    await endReplaced(
      deps.db,
      batch.filter(({ checkId }) => replaced.has(checkId)),
    );
    const doubtful = complete ? [] : batch.filter(({ checkId }) => !replaced.has(checkId));
    deps.onSettled(await giveUpStarted(deps.db, doubtful));
    reviewed += doubtful.length;
    await keepAlive();
  }
  return reviewed;
}

async function reviewUncalled(
  { db, witness, onSettled }: Deps,
  { complete, keepAlive }: Extent,
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
async function findLostCalls<Check extends { checkId: string }>(
  batch: readonly Check[],
  { db, witness }: Pick<Deps, 'db' | 'witness'>,
): Promise<(Check & { callId: string })[]> {
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
