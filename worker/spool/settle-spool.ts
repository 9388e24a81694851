import type { Registry } from 'prom-client';
import { isRetryable, isServerFault, isUnavailable } from '../../shared/db/sqlstate.js';
import type { Logger } from '../../shared/logger.js';
import { OperatorError } from '../../shared/operator-error.js';
import { repeatUntilStopped } from '../../shared/repeat.js';
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
 * leaving the rest for later, while PostgreSQL cannot take them or the disk cannot be read; where PostgreSQL fails at one
 * of them (a page of a table is damaged, say), only after the others.
 */
export async function settleSpool({ spool, store, logger }: SpoolDeps): Promise<void> {
  let fault: unknown;
  for (const name of await spool.list()) {
    try {
      const settlement = await spool.read(name);
      if (settlement === undefined) continue;
      if (await store.settle(settlement)) {
        await spool.remove(name);
        logger.info({ check_id: settlement.checkId, file: name }, 'kept answer settled');
        continue;
      }
      logger.error({ file: name }, 'a kept answer belongs to no check of this database: set aside');
    } catch (error) {
      if (isServerFault(error)) {
        fault ??= error;
        continue;
      }
      if (isUnavailable(error) || isRetryable(error) || error instanceof OperatorError) throw error;
      logger.error({ err: error, file: name }, 'a kept answer cannot be settled: set aside');
    }
    await spool.setAside(name);
  }
  if (fault !== undefined) throw fault;
}
