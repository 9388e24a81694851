import type { WorkerConfig } from '../shared/config/worker.js';
import { createDatabase, createPool, type DatabasePool, type OpenDatabase } from '../shared/db/database.js';
import type { Logger } from '../shared/logger.js';
import type { OnStop } from '../shared/shutdown.js';

// Loads, markers, questions before sending, settlements, heartbeats, the reconciler and the eraser each hold at most
// one connection at a time. Settlements that wait for locked wallets may take two more; something else then waits
// briefly.
const POOL_SIZE = 8;
// Webhooks hold one only for a statement or two at a time, and can wait.
const WEBHOOK_POOL_SIZE = 3;
// Batches are fed one after the other, so that their rows never take a connection from checks.
const BATCH_POOL_SIZE = 2;
const MAIL_POOL_SIZE = 1;

/** The worker's pools: whatever is slow has its own, so that checks never wait for a connection. */
export interface WorkerDatabases {
  db: OpenDatabase;
  webhookDb: OpenDatabase;
  batchDb: DatabasePool;
  mailDb: OpenDatabase;
}

/** Creates the pools; they connect on first use. */
export function openDatabases(
  { databaseUrl: url }: Pick<WorkerConfig, 'databaseUrl'>,
  logger: Logger,
  onStop: OnStop,
): WorkerDatabases {
  const open = (applicationName: string, scope: 'worker' | 'mail', poolSize: number): OpenDatabase => {
    const database = createDatabase({ url, logger, applicationName, scope, poolSize, lookUpsOnly: true });
    onStop(`database of ${applicationName}`, () => database.close());
    return database;
  };
  const db = open('worker', 'worker', POOL_SIZE);
  const webhookDb = open('worker-webhooks', 'worker', WEBHOOK_POOL_SIZE);
  const mailDb = open('worker-mail', 'mail', MAIL_POOL_SIZE);
  const batchDb = createPool({ url, logger, applicationName: 'worker-batches', poolSize: BATCH_POOL_SIZE });
  onStop('database of worker-batches', () => batchDb.close());
  return { db, webhookDb, batchDb, mailDb };
}
