import type pg from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { OutageLog } from '../outage-log.js';
import { POSTGRES_PORT, serverOf } from '../server-of.js';
import { createDataSource, type DatabaseOptions } from './data-source.js';
import { type Run, runPrepared, runUnnamed } from './run-statement.js';
import { connectToOneOf } from './servers.js';
import { requireSessionSettings } from './session-settings.js';
import { sharesSessions } from './shares-sessions.js';
import { type ConnectionWork, TrustedPool } from './trusted-pool.js';

/**
 * Connections owned by whoever created them. Until they are connected, everything fails as it does while PostgreSQL is
 * unavailable.
 */
export interface Connections {
  /** TypeORM, which opens the pool; rows.ts makes it read in a scope. */
  readonly dataSource: DataSource;
  /**
   * Throws if PostgreSQL cannot be reached, and may then be called again; OperatorError if sessions lack their
   * settings.
   */
  connect(): Promise<void>;
  /** The current state of the pool, as numbers of connections. */
  connections(): PoolConnections;
  close(): Promise<void>;
}

export interface PoolConnections {
  idle: number;
  busy: number;
  /** Callers waiting for a connection, or for their client's share of them. */
  waitedFor: number;
  /** Most connections the pool may open. */
  limit: number;
}

/** Connections, with what runs statements on them. */
export interface StatementPool extends Connections {
  /** Runs work on a connection of its own. Rethrows its errors, and throws NotConnectedError. */
  use<T>(work: ConnectionWork<T>): Promise<T>;
  run: Run;
  /** Whether prepared statements may be left in the sessions. */
  named: boolean;
  drop(): void;
}

/** Creates the connections of a process, not connected yet. */
export function createConnections(options: DatabaseOptions): StatementPool {
  const dataSource = createDataSource(options);
  const named = !sharesSessions(options.url);
  let trusted: TrustedPool | undefined;
  const pool = (): pg.Pool => (dataSource.driver as PostgresDriver).master as pg.Pool;
  return {
    dataSource,
    use: async (work) => {
      if (trusted === undefined) throw new NotConnectedError();
      return trusted.use(work);
    },
    run: named ? runPrepared : runUnnamed,
    named,
    connect: async () => {
      await connectToOneOf(options.url, () => initialize(dataSource, { named }));
      trusted = new TrustedPool(pool(), outageLogOf(options));
    },
    connections: () => {
      const limit = options.poolSize;
      if (!dataSource.isInitialized) return { idle: 0, busy: 0, waitedFor: 0, limit };
      const { idleCount: idle, totalCount, waitingCount: waitedFor } = pool();
      return { idle, busy: totalCount - idle, waitedFor, limit };
    },
    drop: () => trusted?.drop(),
    close: async () => {
      if (dataSource.isInitialized) await dataSource.destroy();
    },
  };
}

async function initialize(dataSource: DataSource, { named }: Pick<StatementPool, 'named'>): Promise<void> {
  await dataSource.initialize();
  if (!named) return;
  try {
    await requireSessionSettings(dataSource);
  } catch (error) {
    await dataSource.destroy().catch(() => undefined);
    throw error;
  }
}

function outageLogOf({ logger, url, applicationName }: DatabaseOptions): OutageLog | undefined {
  if (logger === undefined) return undefined;
  return new OutageLog(logger, 'PostgreSQL', { server: serverOf(url, POSTGRES_PORT), pool: applicationName });
}

/** A query to a database that is not connected yet. */
class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
  /** sqlclient_unable_to_establish_sqlconnection, so that it counts as unavailable. */
  readonly code = '08001';

  constructor() {
    super('PostgreSQL has not been reached yet');
  }
}
