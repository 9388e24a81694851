import type { Redis } from 'ioredis';
import { waitFor } from '../../../harness/wait-for.js';
import type { Submission } from '../../../shared/acceptance/submission.js';
import type { Database } from '../../../shared/db/database.js';
import { connectForCommands } from '../../../shared/redis/connect.js';
import { buildClient } from '../database/factories.js';
import { expectInvariants } from '../database/invariants.js';
import { type UsedDatabase, useDatabase } from '../database/use-database.js';
import { testRedisUrl } from '../redis/redis.js';
import { type CheckWorker, type CheckWorkerOptions, makeCheckWorker } from './check-worker.js';
import { acceptOne } from './submissions.js';

/** Runs the checks of one test file; usable only inside tests. */
export interface UsedCheckWorker {
  readonly database: UsedDatabase;
  readonly db: Database;
  readonly redis: Redis;
  /** A worker on both servers. */
  makeWorker(options?: Partial<CheckWorkerOptions>): CheckWorker;
  /** A pending verification of the given subject, for a client of its own. */
  accept(): Promise<Submission>;
}

/**
 * Creates database and Redis before the first test of the calling `describe`; after each test the books must balance.
 */
export function useCheckWorker(subject: string): UsedCheckWorker {
  const database = useDatabase();
  let redis: Redis;
  before(async () => {
    redis = connectForCommands(testRedisUrl());
    await waitFor(() => redis.status === 'ready', { describe: 'Redis is connected' });
  });
  after(() => redis.disconnect());
  afterEach(() => expectInvariants(database.db));
  return {
    database,
    get db() {
      return database.db;
    },
    get redis() {
      return redis;
    },
    makeWorker: (options = {}) => makeCheckWorker({ db: database.db, redis, ...options }),
    accept: async () => {
      const client = await buildClient(database.db);
      return acceptOne(database.db, { clientId: client.id, subject });
    },
  };
}
