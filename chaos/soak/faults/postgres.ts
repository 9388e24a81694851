import { withClient } from '../../../harness/with-client.js';
import { type Fault, last, lasting } from '../fault.js';
import type { Soak } from '../soak.js';

function crashed(kind: string, signal: NodeJS.Signals, seconds: readonly [number, number]): Fault {
  return {
    kind,
    areas: ['postgres'],
    strike: async ({ servers }, random) => {
      await servers.postgres.crash(signal);
      await last(random, ...seconds);
      await servers.postgres.restart();
    },
  };
}

const SERVICE_BACKENDS = `pid <> pg_backend_pid() AND application_name <> 'chaos' AND datname = current_database()`;

const terminated: Fault = {
  kind: 'pg_terminate_backend, all',
  areas: ['postgres'],
  strike: async ({ db }) => {
    await db.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${SERVICE_BACKENDS}`);
  },
};

const cancelled: Fault = {
  kind: 'pg_cancel_backend, again and again',
  areas: ['postgres'],
  strike: async ({ db }, random) => {
    for (let times = random.between(10, 40); times > 0; times -= 1) {
      await db.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE ${SERVICE_BACKENDS}`);
      await last(random, 0, 0.2);
    }
  },
};

/** Holds a lock for a while, in a transaction of an unknown client. */
function locked(kind: string, statement: string): Fault {
  return {
    kind,
    areas: ['postgres'],
    strike: ({ site }, random) =>
      withClient(site.superuserUrl, async (client) => {
        // Another fault may make PostgreSQL end the connection.
        client.on('error', () => undefined);
        await client.query('BEGIN');
        await client.query(statement);
        await last(random, 3, 10);
        await client.query('ROLLBACK');
      }),
  };
}

const fewConnections = lasting('PostgreSQL with 3 connections', ['postgres'], [4, 10], async (soak) => {
  const role = new URL(soak.site.databaseUrl).username;
  await soak.db.query(`ALTER ROLE ${role} CONNECTION LIMIT 3`);
  await soak.db.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${SERVICE_BACKENDS}`);
  return () => soak.db.query(`ALTER ROLE ${role} CONNECTION LIMIT -1`);
});

const diskFull: Fault = {
  kind: 'PostgreSQL disk full',
  areas: ['postgres'],
  needs: 'small disk',
  strike: async ({ servers }, random) => {
    servers.disk?.fill();
    await last(random, 3, 10);
    servers.disk?.empty();
    await revive({ servers });
  },
};

/** PostgreSQL exits if it has no room for its log; it has to be restarted. */
async function revive({ servers }: Pick<Soak, 'servers'>): Promise<void> {
  if (!servers.postgres.running) await servers.postgres.restart();
}

/** Faults of PostgreSQL (F31, F33, F34). */
export const POSTGRES_FAULTS: readonly Fault[] = [
  crashed('PostgreSQL SIGKILL', 'SIGKILL', [0, 4]),
  crashed('PostgreSQL immediate stop', 'SIGQUIT', [0, 4]),
  crashed('PostgreSQL fast stop, away 5–12 s', 'SIGINT', [5, 12]),
  terminated,
  cancelled,
  locked('wallets locked', 'SELECT FROM wallets FOR UPDATE'),
  locked('checks locked', 'LOCK TABLE checks IN EXCLUSIVE MODE'),
  fewConnections,
  diskFull,
];
