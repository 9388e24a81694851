import type { Registry } from 'prom-client';
import { SealError } from '../../shared/crypto/seal.js';
import { isLockTimeout, maySucceedLater } from '../../shared/db/sqlstate.js';
import type { Logger } from '../../shared/logger.js';
import { OperatorError } from '../../shared/operator-error.js';
import { repeatUntilStopped } from '../../shared/repeat.js';
import type { CallSettlement } from '../../shared/settlement/settlement.js';
import type { CheckStore } from '../checks/check-store.js';
import { errorsByKind, PassErrors } from '../pass-errors.js';
import { ForeignFileError } from './read-file-of-ours.js';
import type { Spool } from './spool.js';
import { watchSpool } from './watch-spool.js';

const PAUSE_MS = 1_000;
/** How often the log repeats why kept answers cannot be settled: every pass would drown everything else. */
const REPEATED_AFTER_MS = 60_000;

interface SpoolDeps {
  spool: Spool;
  store: Pick<CheckStore, 'settle'>;
  logger: Logger;
}

/** Settles what the spool holds, from the start and whenever files are added, until stopped. */
export function startSettlingSpool(deps: SpoolDeps & { registry: Registry }): { stop(): Promise<void> } {
  watchSpool(deps.registry, deps.spool);
  return repeatUntilStopped({
    run: (stopping) => settleSpool(deps, stopping),
    pauseMs: PAUSE_MS,
    onError: reportReasons(deps.logger),
  });
}

/** Logs each reason when it is new, and again after a while; `now` is a monotonic clock in milliseconds. */
export function reportReasons(logger: Logger, now = () => performance.now()): (error: unknown) => void {
  const reported = new Map<string, number>();
  return (error) => {
    const reasons = errorsByKind(error);
    for (const known of reported.keys()) if (!reasons.has(known)) reported.delete(known);
    for (const [reason, err] of reasons) {
      if (now() - (reported.get(reason) ?? Number.NEGATIVE_INFINITY) < REPEATED_AFTER_MS) continue;
      reported.set(reason, now());
      logger.warn({ err }, 'kept answers cannot be settled yet');
    }
  };
}

/**
 * Settles every file by the usual rules (an answer to a call that was given up becomes evidence), then removes it. A
 * file that is damaged, sealed under another key, from another database or refused by this one is set aside. Rejects,
 * leaving the rest for later, while PostgreSQL cannot take them; where it is only one of them that cannot be taken (a
 * page of a table is damaged, the disk has become read-only, or somebody has locked the wallet of its client, say),
 * only after the others.
 */
export async function settleSpool(deps: SpoolDeps, stopping = () => false): Promise<void> {
  const heldUp = new Set<string>();
  const passErrors = new PassErrors();
  await passErrors.attempt(() => deps.spool.takeUpUnfinished());
  for (const name of await deps.spool.list()) {
    if (stopping()) break;
    await passErrors.attempt(() => settleFile(deps, name, heldUp));
  }
  passErrors.throwAll();
}

/** Settles one file and removes it, or sets it aside. Rejects if it is left as it is. */
async function settleFile(
  { spool, store, logger }: SpoolDeps,
  name: string,
  heldUp: Set<string>,
): Promise<void> {
  const outcome = await trySettling({ spool, store }, name, heldUp);
  if (outcome === 'gone' || outcome === 'held_up') return;
  if ('checkId' in outcome) {
    await spool.remove(name);
    logger.info({ check_id: outcome.checkId, file: name }, 'kept answer settled');
    return;
  }
  await spool.setAside(name);
  logger.error({ file: name, ...outcome.details }, outcome.message);
}

interface Refusal {
  message: string;
  details?: { err: unknown; reason?: string };
}

/** Rejects if the file can be settled later; no other of its client is then tried, if that is `heldUp` by a lock. */
async function trySettling(
  { spool, store }: Omit<SpoolDeps, 'logger'>,
  name: string,
  heldUp: Set<string>,
): Promise<'gone' | 'held_up' | Pick<CallSettlement, 'checkId'> | Refusal> {
  const settlement = await spool.read(name).catch(refuseUnreadable);
  if (settlement === undefined) return 'gone';
  if ('message' in settlement) return settlement;
  if (heldUp.has(settlement.clientId)) return 'held_up';
  try {
    if (await store.settle(settlement)) return settlement;
    return { message: 'a kept answer belongs to no check of this database: set aside' };
  } catch (err) {
    if (isLockTimeout(err)) heldUp.add(settlement.clientId);
    if (maySucceedLater(err)) throw err;
    return { message: 'a kept answer cannot be settled: set aside', details: { err } };
  }
}

/** Says in our own words, as far as these are ours, why a file cannot be read. Throws if it can be read later. */
function refuseUnreadable(err: unknown): Refusal {
  if (err instanceof OperatorError) throw err;
  const isOurs = err instanceof SealError || err instanceof ForeignFileError;
  return {
    message: 'a kept answer cannot be read: set aside',
    details: { err, ...(isOurs && { reason: err.message }) },
  };
}
