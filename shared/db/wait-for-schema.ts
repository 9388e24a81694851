import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logger.js';
import type { Sql } from './database.js';
import { pendingMigrations } from './pending-migrations.js';

const ASK_EVERY_MS = 1_000;

export interface SchemaWait {
  /** Resolves to true once no migration is pending, to false if `stop` came first. Never rejects. */
  readonly complete: Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * Waits until the schema matches this release, and says so: with an older one every job, and most requests, would fail.
 * Also waits out an unavailable database. `/readyz` uses the same criterion.
 */
export function waitForSchema(options: { db: Sql; logger: Logger }): SchemaWait {
  const stopping = new AbortController();
  const complete = askUntilComplete(options, stopping.signal);
  return {
    complete,
    stop: async () => {
      stopping.abort();
      await complete;
    },
  };
}

async function askUntilComplete(
  { db, logger }: { db: Sql; logger: Logger },
  stopping: AbortSignal,
): Promise<boolean> {
  for (let asked = 1; !stopping.aborted; asked += 1) {
    const state = await pendingMigrations(db).then(
      ({ length }) => ({ pending: length }),
      // The owner's tables cannot be read until the migrations have granted access.
      (err: unknown) => ({ pending: undefined, err }),
    );
    if (state.pending === 0) return !stopping.aborted;
    if (asked === 1) logger.warn(state, 'waiting for migrations: run npm run migrate');
    await sleep(ASK_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
  return false;
}
