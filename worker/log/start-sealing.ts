import type { WorkerConfig } from '../../shared/config/worker.js';
import type { Database } from '../../shared/db/database.js';
import type { HistoryKeeper } from '../../shared/history/history-keeper.js';
import type { Logger } from '../../shared/logger.js';
import { repeatUntilStopped } from '../../shared/repeat.js';
import { LogMemory, LogWentBackError } from './log-memory.js';
import type { LogMetrics } from './log-metrics.js';
import type { PublishedHeads } from './published-heads.js';
import { sealLog } from './seal-log.js';

/** A proof is promised within two seconds of an acceptance; all workers together look at least this often. */
const PAUSE_MS = 400;
/** Accesses need a look at every client's chain, and nothing is waiting for them. */
const ACCESSES_EVERY_MS = 5_000;

export interface SealingDeps {
  db: Pick<Database, 'transaction'>;
  history: Pick<HistoryKeeper, 'state'>;
  config: Pick<WorkerConfig, 'evidenceKeys' | 'logOrigin'>;
  heads: PublishedHeads;
  metrics: LogMetrics;
  logger: Logger;
}

/** Keeps sealing new records into the log. The first of failed rounds is logged, and the next one continues. */
export function startSealing(deps: SealingDeps): { stop(): Promise<void> } {
  const { db, history, config, metrics, logger } = deps;
  const memory = new LogMemory(deps.heads);
  let failing = false;
  let nothingNewAt: string | undefined;
  let accessesDueAt = 0;
  const found = contradictionReport(metrics, logger);
  return repeatUntilStopped({
    run: async (stopping) => {
      // Sealing a database that went back in time would sign a log that contradicts the earlier one.
      while (!stopping() && history.state === 'adopted') {
        const areDue = performance.now() >= accessesDueAt;
        const sealed = await sealLog({
          db,
          keys: config.evidenceKeys,
          origin: config.logOrigin,
          memory,
          withoutAccesses: !areDue,
          nothingNewAt: areDue ? undefined : nothingNewAt,
        });
        if (areDue && sealed?.more === false) accessesDueAt = performance.now() + ACCESSES_EVERY_MS;
        if (sealed !== undefined) found(undefined);
        failing = false;
        nothingNewAt = sealed?.nothingNewAt;
        if (sealed?.more !== true) return;
      }
    },
    pauseMs: PAUSE_MS,
    onError: (error) => {
      nothingNewAt = undefined;
      if (error instanceof LogWentBackError) return found(error.message);
      // While PostgreSQL or Redis is away, every round fails, several times a second.
      if (!failing) logger.warn({ err: error }, 'the log could not be sealed');
      failing = true;
    },
  });
}

/** Reports when the log starts or ceases to contradict what was published of it; undefined is no contradiction. */
function contradictionReport(metrics: LogMetrics, logger: Logger): (why: string | undefined) => void {
  let reported: string | undefined;
  return (why) => {
    if (why === reported) return;
    reported = why;
    metrics.setContradicted('memory', why !== undefined);
    if (why === undefined) logger.info('the log continues what was published of it');
    else logger.error({ why }, 'the log went back: nothing is sealed until it has another name (LOG_ORIGIN)');
  };
}
