import type { Registry } from 'prom-client';
import { isRetryable, isServerFault, isUnavailable } from '../../shared/db/sqlstate.js';
import type { Logger } from '../../shared/logger.js';
import { OperatorError } from '../../shared/operator-error.js';
import { repeatUntilStopped } from '../../shared/repeat.js';
import type { CallSettlement } from '../../shared/settlement/settlement.js';
import type { CheckStore } from '../checks/check-store.js';
import type { Spool } from './spool.js';
import { watchSpool } from './watch-spool.js';

const PAUSE_MS = 1_000;

interface SpoolDeps {
  spool: Spool;
  store: Pick<CheckStore, 'settle'>;
  logger: Logger;
}

/** Settles what the spool holds, from the start and whenever files are added, until stopped. */
export function startSettlingSpool(deps: SpoolDeps & { registry: Registry }): { stop(): Promise<void> } {
  watchSpool(deps.registry, deps.spool);
  return repeatUntilStopped({
    run: () => settleSpool(deps),
    pauseMs: PAUSE_MS,
    onError: (error) => deps.logger.warn({ err: error }, 'kept answers cannot be settled yet'),
  });
}

/**
 * Settles every file by the usual rules (an answer to a call that was given up becomes evidence), then removes it. A
 * file that is damaged, sealed under another key, from another database or refused by this one is set aside. Rejects,
 * leaving the rest for later, while PostgreSQL cannot take them; where PostgreSQL or the disk fails at one of them (a
 * page of a table is damaged, or the disk has become read-only, say), only after the others.
 */
export async function settleSpool(deps: SpoolDeps): Promise<void> {
  let fault: unknown;
  for (const name of await deps.spool.list()) {
    try {
      await settleFile(deps, name);
    } catch (error) {
      if (isUnavailable(error) || isRetryable(error)) throw error;
      fault ??= error;
    }
  }
  if (fault !== undefined) throw fault;
}

/** Settles one file and removes it, or sets it aside. Rejects if it is left as it is. */
async function settleFile({ spool, store, logger }: SpoolDeps, name: string): Promise<void> {
  const outcome = await trySettling({ spool, store }, name);
  if (outcome === 'gone') return;
  if ('checkId' in outcome) {
    await spool.remove(name);
    logger.info({ check_id: outcome.checkId, file: name }, 'kept answer settled');
    return;
  }
  await spool.setAside(name);
  logger.error({ file: name, ...outcome.details }, outcome.message);
}

type Outcome = 'gone' | Pick<CallSettlement, 'checkId'> | { message: string; details?: { err: unknown } };

/** Rejects if the file can be settled later. */
async function trySettling({ spool, store }: Omit<SpoolDeps, 'logger'>, name: string): Promise<Outcome> {
  try {
    const settlement = await spool.read(name);
    if (settlement === undefined) return 'gone';
    if (await store.settle(settlement)) return settlement;
    return { message: 'a kept answer belongs to no check of this database: set aside' };
  } catch (err) {
    const later =
      isServerFault(err) || isUnavailable(err) || isRetryable(err) || err instanceof OperatorError;
    if (later) throw err;
    return { message: 'a kept answer cannot be settled: set aside', details: { err } };
  }
}
