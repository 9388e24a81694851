import type { WorkerConfig } from '../../shared/config/worker.js';
import type { Database } from '../../shared/db/database.js';
import type { HistoryKeeper } from '../../shared/history/history-keeper.js';
import { sealLog } from '../../shared/log/seal-log.js';
import type { Logger } from '../../shared/logger.js';
import { repeatUntilStopped } from '../../shared/repeat.js';

/** A proof is promised within two seconds of an acceptance; all workers together look this often at least. */
const PAUSE_MS = 400;

export interface SealingDeps {
  db: Pick<Database, 'transaction'>;
  history: Pick<HistoryKeeper, 'state'>;
  config: Pick<WorkerConfig, 'evidenceKeys' | 'logOrigin'>;
  logger: Logger;
}

/** Seals what is new into the log, over and over. A round that fails is logged, and the next one goes on. */
export function startSealing({ db, history, config, logger }: SealingDeps): { stop(): Promise<void> } {
  let stopping = false;
  let nothingNewAt: string | undefined;
  const loop = repeatUntilStopped({
    run: async () => {
      // A database that went back in time would be signed as a log that contradicts the one before.
      while (!stopping && history.state === 'adopted') {
        const sealed = await sealLog({
          db,
          keys: config.evidenceKeys,
          origin: config.logOrigin,
          nothingNewAt,
        });
        nothingNewAt = sealed?.nothingNewAt;
        if (sealed?.more !== true) return;
      }
    },
    pauseMs: PAUSE_MS,
    onError: (error) => logger.warn({ err: error }, 'the log could not be sealed'),
  });
  return {
    stop: () => {
      stopping = true;
      return loop.stop();
    },
  };
}
