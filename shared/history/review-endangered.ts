import { ASSUMED_BY } from '../db/assumed-call.js';
import { newId } from '../domain/ids.js';
import type { AdoptDeps } from './adopt-history.js';
import { assumeCalls, findUncalledChecks } from './assume-calls.js';
import { endReplaced, findStartedCalls, giveUpStarted } from './started-calls.js';

/** Checks per query to the witness. */
const BATCH = 500;
const REASON = 'history_changed';
/** Recorded as the worker of a call whose id only the witness knows. */
export const KNOWN_BY_WITNESS = 'witness';

type Deps = Pick<AdoptDeps, 'db' | 'witness' | 'onSettled'>;

interface Extent {
  /** Whether the witness has missed nothing since the adopted history began with it. */
  complete: boolean;
  keepAlive(): Promise<unknown>;
}

/**
 * Puts every check into review that may have been called without the database knowing (contract 15), and returns how
 * many: with a complete witness, those for which it knows a call the database has lost; otherwise all open ones. What
 * is already in review is held back there.
 *
 * A call the database believes to be in flight may have ended unpaid on the lost server and been followed by another.
 * Its worker, which stalled, or which settles again because the reply to a commit was lost, then truthfully reports
 * that it was not sent. Such calls come first: if the witness knows the later call, which was only possible because the
 * first had ended, that one is recorded in its place along with the rest, so that its answer finds it; otherwise a call
 * in flight is doubted unless a complete witness knows no other.
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

/** Returns the checks for which the witness remembers a call that the database does not know. */
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
