import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuSeconds, cpuSecondsOfGroup } from '../../harness/processor-time.js';
import { SECRETS } from '../../harness/secrets.js';
import { withClient } from '../../harness/with-client.js';
import { startPostgres } from '../../scripts/embedded/postgres.js';
import { startRedis } from '../../scripts/embedded/redis.js';
import { ensureServiceDatabase, urlOfDatabase } from '../../scripts/embedded/service-database.js';
import { migrate } from '../../shared/db/migrate.js';

/** Private servers of one run: PostgreSQL with every guarantee on, and Redis. Nothing else uses them. */
export interface World {
  /** Folder of log files, removed at the end. */
  readonly logs: string;
  /** Runs statements as the superuser, outside any database of a site. */
  readonly superuserUrl: string;
  /** A migrated, empty database and a Redis database of its own, with the environment for processes on them. */
  createSite(): Promise<Site>;
  /** CPU seconds that PostgreSQL (all its processes that live now) and Redis have used so far. */
  cpuSeconds(): { postgres: number; redis: number };
  close(): Promise<void>;
}

/** Where one part of the benchmark works. */
export interface Site {
  readonly ownerUrl: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** What API, worker and the baseline need; each ignores what is not its own. */
  readonly environment: Readonly<Record<string, string>>;
  readonly logs: string;
}

/** Starts the servers of a run in a temporary folder. */
export async function openWorld(): Promise<World> {
  const home = mkdtempSync(join(tmpdir(), 'verification-bench-'));
  const logs = join(home, 'logs');
  mkdirSync(logs);
  const postgres = await startPostgres({ dataDir: join(home, 'postgres'), durable: true });
  const redis = await startRedis({ dir: join(home, 'redis') });
  let sites = 0;
  return {
    logs,
    superuserUrl: postgres.url,
    createSite: async () => {
      sites += 1;
      return createSite(postgres.url, `${redis.url}/${sites}`, `bench_${sites}`, logs);
    },
    cpuSeconds: () => ({ postgres: cpuSecondsOfGroup(postgres.pid), redis: cpuSeconds(redis.pid) }),
    close: async () => {
      await redis.stop();
      await postgres.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

let roles: Awaited<ReturnType<typeof ensureServiceDatabase>> | undefined;

async function createSite(
  superuserUrl: string,
  redisUrl: string,
  database: string,
  logs: string,
): Promise<Site> {
  // The roles get new passwords whenever they are ensured, so this is done once and the database made apart.
  roles ??= await ensureServiceDatabase(superuserUrl, 'bench');
  await withClient(superuserUrl, (client) =>
    client.query(`CREATE DATABASE ${database} OWNER verification_owner`),
  );
  const ownerUrl = urlOfDatabase(roles.ownerUrl, database);
  const databaseUrl = urlOfDatabase(roles.appUrl, database);
  await migrate({ ownerUrl, appUrl: databaseUrl });
  return {
    ownerUrl,
    databaseUrl,
    redisUrl,
    logs,
    environment: { ...SECRETS, DATABASE_URL: databaseUrl, REDIS_URL: redisUrl },
  };
}
