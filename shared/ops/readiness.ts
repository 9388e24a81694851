import type { Redis } from 'ioredis';
import type { Database } from '../db/database.js';
import { pendingMigrations } from '../db/pending-migrations.js';
import { isForbidden } from '../db/sqlstate.js';
import { isDatabaseWritable } from '../db/writable.js';
import type { Durability } from '../durability/demand.js';
import type { DurabilityKeeper, DurabilityState } from '../durability/durability-keeper.js';
import type { HistoryKeeper, HistoryState } from '../history/history-keeper.js';
import { REFUSALS } from '../history/judge-history.js';
import { isRedisWritable } from '../redis/writable.js';
import type { Draining } from './draining.js';
import { findUnusableKeys } from './unusable-keys.js';

/** Whether a process can do its work (contract 8). */
export interface Readiness {
  /**
   * `degraded` if only Redis is unavailable, refuses writes or was written over by somebody else, while a history of
   * the database is being adopted, or while commits wait for a synchronous standby: everything still works, only later,
   * and reads at once.
   */
  status: 'ok' | 'degraded' | 'service_unavailable';
  /** What an answer of this service waits for (DURABILITY). */
  durability: Durability;
  checks: {
    /** `read_only`: it answers, but refuses writes. */
    database: 'ok' | 'read_only' | 'unreachable';
    migrations: 'ok' | 'pending' | 'unknown';
    /** `unusable_keys`: a key of ours holds something else (`doctor` names it), so that work may stand still. */
    redis: 'ok' | 'read_only' | 'unusable_keys' | 'unreachable';
    /**
     * Whether the database is the adopted one (contract 15). `unread`: not asked yet, or it could not say; `unknown`:
     * about to be adopted, and no calls are made meanwhile. The others wait for a person.
     */
    history: HistoryState;
    /**
     * Whether PostgreSQL keeps what `durability` promises. `unread`: not asked yet, or it could not say; `waiting`: it
     * does, and commits stand still, because every synchronous standby is away.
     */
    durability: DurabilityState;
  };
}

/** The answer of a process that is about to stop. */
export interface Stopping extends Pick<Readiness, 'durability'> {
  status: 'service_unavailable';
  checks: { process: 'stopping' };
}

export interface ReadinessParts {
  db: Database;
  redis: Redis;
  /** Absent for processes that are not sent requests. */
  draining?: Pick<Draining, 'begun'>;
  history: Pick<HistoryKeeper, 'state'>;
  durability: Pick<DurabilityKeeper, 'state' | 'demand'>;
}

/**
 * Asks PostgreSQL and Redis; a process that is about to stop is not ready either, nor one whose database is not the
 * adopted one or may lose commits. Never throws; takes as long as the connection limits allow (a few seconds).
 */
export async function checkReadiness(parts: ReadinessParts): Promise<Readiness | Stopping> {
  const { db, redis, draining, history, durability } = parts;
  const promised = durability.demand.durability;
  // At once, however slow the servers are: balancers have limited time to notice.
  if (draining?.begun === true) {
    return { status: 'service_unavailable', durability: promised, checks: { process: 'stopping' } };
  }
  const [schema, redisCheck] = await Promise.all([checkSchema(db), checkRedis(redis)]);
  // A server that refuses writes may have been demoted, while its address now leads to another one.
  if (schema.database === 'read_only') db.dropConnections();
  const { state } = history;
  const known = REFUSALS.every((refusal) => refusal !== state);
  const kept = durability.state !== 'not_held';
  const ready = known && kept && schema.database === 'ok' && schema.migrations === 'ok';
  const atOnce = redisCheck === 'ok' && state !== 'unknown' && durability.state !== 'waiting';
  const status = atOnce ? 'ok' : 'degraded';
  return {
    status: ready ? status : 'service_unavailable',
    durability: promised,
    checks: { ...schema, redis: redisCheck, history: state, durability: durability.state },
  };
}

/** What a person is told of a process that is not ready, beside its checks. */
export function describeUnready({ checks }: Pick<Readiness, 'checks'> | Pick<Stopping, 'checks'>): string {
  return 'migrations' in checks && checks.migrations === 'pending'
    ? 'The database lacks migrations of this release: run npm run migrate. For all else see checks.'
    : 'This process cannot serve requests, or is about to stop: see checks.';
}

type SchemaChecks = Pick<Readiness['checks'], 'database' | 'migrations'>;

async function checkSchema(db: Database): Promise<SchemaChecks> {
  try {
    const [migrated, writable] = await Promise.all([isMigrated(db), isDatabaseWritable(db)]);
    return { database: writable ? 'ok' : 'read_only', migrations: migrated ? 'ok' : 'pending' };
  } catch {
    return { database: 'unreachable', migrations: 'unknown' };
  }
}

/** Migrating ends with granting: a role that may not even read the list was given nothing. */
async function isMigrated(db: Database): Promise<boolean> {
  try {
    return (await pendingMigrations(db)).length === 0;
  } catch (error) {
    if (isForbidden(error)) return false;
    throw error;
  }
}

async function checkRedis(redis: Redis): Promise<Readiness['checks']['redis']> {
  try {
    const [writable, unusable] = await Promise.all([isRedisWritable(redis), findUnusableKeys(redis)]);
    if (!writable) return 'read_only';
    return unusable.length > 0 ? 'unusable_keys' : 'ok';
  } catch {
    return 'unreachable';
  }
}
