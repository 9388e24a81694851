import type { Redis } from 'ioredis';
import type { Registry } from 'prom-client';
import type { WorkerConfig } from '../../shared/config/worker.js';
import { withinTime } from '../../shared/within-time.js';
import { createLogMetrics } from './log-metrics.js';
import { openPublishedHeads } from './published-heads.js';
import { startAskingWitnesses } from './start-asking-witnesses.js';
import { type SealingDeps, startSealing } from './start-sealing.js';

export interface LogKeepingDeps extends Pick<SealingDeps, 'history' | 'logger'> {
  db: SealingDeps['db'] & Parameters<typeof startAskingWitnesses>[0]['db'];
  config: SealingDeps['config'] & Pick<WorkerConfig, 'witnesses'>;
  /** Fails fast. */
  redis: Redis;
  registry: Registry;
}

/** A third party's machine may be slow. */
const WITNESSES_STOP_WITHIN_MS = 1_000;

/** Seals the log and has it witnessed, until stopped. */
export function startKeepingLog(deps: LogKeepingDeps): { stop(): Promise<void> } {
  const { db, history, config, logger } = deps;
  const metrics = createLogMetrics(deps.registry);
  const heads = openPublishedHeads(deps.redis);
  const sealer = startSealing({ db, history, config, heads, metrics, logger });
  const witnesses = startAskingWitnesses({ db, witnesses: config.witnesses, metrics, logger });
  return {
    stop: async () => {
      const asked = withinTime(witnesses.stop(), WITNESSES_STOP_WITHIN_MS).catch(() => undefined);
      await Promise.all([sealer.stop(), asked]);
    },
  };
}
