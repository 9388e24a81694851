import { type JobsOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Sql } from '../shared/db/database.js';
import { CHECK_QUEUE, type WaitingCheck } from '../shared/queues/check-queue.js';
import { REDIS_PREFIX } from '../shared/redis/connect.js';
import { waitFor } from './wait-for.js';

/** The workers' queue, for tests that write what nobody should into it. */
export async function openCheckQueue(connection: Redis): Promise<Queue> {
  await waitFor(() => connection.status === 'ready', { describe: 'Redis is connected' });
  return new Queue(CHECK_QUEUE, { connection, prefix: REDIS_PREFIX });
}

/** A job as anyone with the password of Redis could write it. */
export function jobOf(data: unknown, opts: JobsOptions = {}) {
  return { name: 'run-check', data, opts };
}

/** Checks of one client, for the queue. */
export function ofOneClient(checkIds: readonly string[], clientId = 'client'): WaitingCheck[] {
  return checkIds.map((checkId) => ({ checkId, clientId }));
}

/** The name BullMQ gives a key of the queue. */
export function queueKey(name: string): string {
  return `${REDIS_PREFIX}:${CHECK_QUEUE}:${name}`;
}

/** The ids of a client's checks, as stored in the database. */
export async function checkIdsOf(sql: Sql, clientId: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>('SELECT id FROM checks WHERE client_id = $1 ORDER BY id', [
    clientId,
  ]);
  return rows.map(({ id }) => id);
}
