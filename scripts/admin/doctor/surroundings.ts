import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { type Environment, settingsFrom } from '../../../shared/config/environment.js';
import { readDatabaseUrl, readRedisUrl } from '../../../shared/config/transport.js';
import { createDatabase, type OpenDatabase, type Sql } from '../../../shared/db/database.js';
import { describeOutage } from '../../../shared/db/describe-outage.js';
import { OperatorError } from '../../../shared/operator-error.js';
import { defaultPortOf } from '../../../shared/redis/address.js';
import { connectForCommands } from '../../../shared/redis/connect.js';
import { describeRedisOutage } from '../../../shared/redis/describe-outage.js';
import { POSTGRES_PORT, serverOf } from '../../../shared/server-of.js';
import { withinTime } from '../../../shared/within-time.js';

/** What the subjects are examined with. Each part is connected on first use, and fails on its own. */
export interface Surroundings {
  environment: Environment;
  /** Signed in like the processes. Rejects with the server and the reason. */
  sql: Sql;
  /** Rejects with the server and the reason. */
  redis(): Promise<Redis>;
  close(): Promise<void>;
}

const REDIS_WITHIN_MS = 3_000;
/** Every query is small: one that takes longer is a finding, too. */
const STATEMENT_TIMEOUT_MS = 2_000;
/** Several subjects query at once. */
const CONNECTIONS = 4;
/** A hanging server does not close the connection. */
const CLOSE_WITHIN_MS = 1_000;

/** Prepares the servers named in the environment of the processes; nothing is connected yet. */
export function openSurroundings(environment: Environment): Surroundings {
  const database = openLater(environment);
  let redis: Promise<Redis> | undefined;
  return {
    environment,
    sql: { query: (text, values) => database.query(text, values) },
    redis: () => {
      redis ??= connectRedis(readRedisAddress(environment));
      return redis;
    },
    close: async () => {
      await database.close();
      const connected = await redis?.catch(() => undefined);
      connected?.disconnect();
    },
  };
}

const HINT = 'it is part of the environment of the processes';

/** The address of PostgreSQL as the processes read it. Throws ConfigError if they could not use it. */
export function readDatabaseAddress(environment: Environment): string {
  return settingsFrom(environment, (reader) => readDatabaseUrl(reader, 'DATABASE_URL', HINT));
}

/** The address of Redis as the processes read it. Throws ConfigError if they could not use it. */
export function readRedisAddress(environment: Environment): string {
  return settingsFrom(environment, (reader) => readRedisUrl(reader, 'REDIS_URL', HINT));
}

function openLater(environment: Environment): Sql & { close(): Promise<void> } {
  let opening: Promise<OpenDatabase> | undefined;
  return {
    query: async <Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
      const url = readDatabaseAddress(environment);
      opening ??= connectDatabase(url);
      try {
        return await (await opening).query<Row>(text, values);
      } catch (error) {
        const reason = describeOutage(error);
        if (reason === undefined) throw error;
        throw new OperatorError(`PostgreSQL at ${serverOf(url, POSTGRES_PORT)}: ${reason}`, { cause: error });
      }
    },
    close: async () => {
      const db = await opening?.catch(() => undefined);
      if (db !== undefined) await withinTime(db.close(), CLOSE_WITHIN_MS).catch(() => undefined);
    },
  };
}

async function connectDatabase(url: string): Promise<OpenDatabase> {
  const db = createDatabase({
    url,
    applicationName: 'doctor',
    scope: 'operator',
    poolSize: CONNECTIONS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  await db.connect();
  return db;
}

async function connectRedis(url: string): Promise<Redis> {
  const redis = connectForCommands(url);
  try {
    await once(redis, 'ready', { signal: AbortSignal.timeout(REDIS_WITHIN_MS) });
    return redis;
  } catch (error) {
    redis.disconnect();
    // Also an AbortError, which says nothing about the server.
    const reason = describeRedisOutage(
      error instanceof Error && error.name !== 'AbortError' ? error : new Error(),
    );
    throw new OperatorError(`Redis at ${serverOf(url, defaultPortOf(url))}: ${reason}`, { cause: error });
  }
}
