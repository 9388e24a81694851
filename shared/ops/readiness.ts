import type { Redis } from 'ioredis';
import type { Database } from '../db/database.js';
import { pendingMigrations } from '../db/pending-migrations.js';

/** Whether a process can do its work: contract 8. */
export interface Readiness {
  /** `degraded` when only Redis is away: everything still works, only later. */
  status: 'ok' | 'degraded' | 'service_unavailable';
  checks: {
    database: 'ok' | 'unreachable';
    migrations: 'ok' | 'pending' | 'unknown';
    redis: 'ok' | 'unreachable';
  };
}

export interface ReadinessParts {
  db: Database;
  redis: Redis;
}

/** Asks PostgreSQL and Redis. Never throws; takes as long as their connection limits allow (a few seconds). */
export async function checkReadiness({ db, redis }: ReadinessParts): Promise<Readiness> {
  const [schema, redisCheck] = await Promise.all([checkSchema(db), checkRedis(redis)]);
  const ready = schema.database === 'ok' && schema.migrations === 'ok';
  const status = redisCheck === 'ok' ? 'ok' : 'degraded';
  return {
    status: ready ? status : 'service_unavailable',
    checks: { ...schema, redis: redisCheck },
  };
}

type SchemaChecks = Pick<Readiness['checks'], 'database' | 'migrations'>;

async function checkSchema(db: Database): Promise<SchemaChecks> {
  try {
    const pending = await pendingMigrations(db);
    return { database: 'ok', migrations: pending.length === 0 ? 'ok' : 'pending' };
  } catch {
    return { database: 'unreachable', migrations: 'unknown' };
  }
}

async function checkRedis(redis: Redis): Promise<'ok' | 'unreachable'> {
  try {
    await redis.ping();
    return 'ok';
  } catch {
    return 'unreachable';
  }
}
