import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';

/** A folder's record of the Redis that last ran in it. */
export interface RedisRecord {
  port: number;
  password: string;
}

const recordFile = (dir: string): string => join(dir, 'server.json');

/** The record in `dir`, or a new one with a random password and no port. */
export function readRedisRecord(dir: string): RedisRecord {
  try {
    return JSON.parse(readFileSync(recordFile(dir), 'utf8')) as RedisRecord;
  } catch {
    return { port: 0, password: randomBytes(24).toString('base64url') };
  }
}

/** Writes the record to `dir`, readable only by this user. */
export function writeRedisRecord(dir: string, record: RedisRecord): void {
  writeFileSync(recordFile(dir), JSON.stringify(record), { mode: 0o600 });
}

/** A connection that tries once and reports failures only through its promises. */
function connectOnce(record: RedisRecord): Redis {
  const connection = new Redis({
    host: '127.0.0.1',
    port: record.port,
    password: record.password,
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: 1_000,
  });
  connection.on('error', () => undefined);
  return connection;
}

/** Whether a server that accepts this password answers at this port. */
export async function answers(record: RedisRecord): Promise<boolean> {
  const connection = connectOnce(record);
  try {
    await connection.connect();
    return (await connection.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    connection.disconnect();
  }
}

/**
 * Stops the Redis that outlived an earlier run. Only one that accepts the recorded password is ours: anything else
 * listening on that port refuses the login and is left alone.
 */
export async function stopLeftoverRedis(record: RedisRecord): Promise<void> {
  if (record.port === 0) return;
  const connection = connectOnce(record);
  try {
    await connection.connect();
    await connection.shutdown('NOSAVE');
  } catch {
    // Nothing there, not ours, or gone before it could answer: all of them are fine.
  } finally {
    connection.disconnect();
  }
}
