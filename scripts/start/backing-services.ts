import { readMigrationConfig } from '../../shared/config/migration.js';
import { describeOutage } from '../../shared/db/describe-outage.js';
import { startPostgres } from '../embedded/postgres.js';
import { startRedis } from '../embedded/redis.js';
import type { EmbeddedServer } from '../embedded/server.js';
import { ensureServiceDatabase } from '../embedded/service-database.js';
import { migrate } from '../schema/migrate.js';
import type { Configuration } from './configuration.js';
import { say } from './say.js';
import type { StopInOrder } from './stop-in-order.js';

/** Processes stop before the servers they use: api, worker and sandbox have lower ranks than these. */
const REDIS_RANK = 10;
const POSTGRES_RANK = 11;

const MIGRATING = 'Applying the migrations…';

async function lookAfter(name: string, rank: number, server: EmbeddedServer, running: StopInOrder) {
  let stopping = false;
  const stop = (): Promise<void> => {
    stopping = true;
    return server.stop();
  };
  void server.exited.then((output) => {
    if (stopping) return;
    say(`${name} ended unexpectedly, so everything stops. Its last lines:\n${output}`);
    say('Run npm start again: it continues with the same data.');
    void running.stop(1);
  });
  // No kill is needed: if this process ends without stopping the server, its guardian does.
  await running.add(rank, { name, stop, kill: () => undefined });
}

async function embeddedDatabase(running: StopInOrder): Promise<{ ownerUrl: string; appUrl: string }> {
  say('Starting PostgreSQL (its data is in .data/postgres)…');
  const server = await startPostgres({ dataDir: '.data/postgres', durable: true });
  await lookAfter('PostgreSQL', POSTGRES_RANK, server, running);
  return ensureServiceDatabase(server.url, 'verification');
}

/**
 * The environment's database, or a private one, migrated; returns the address for api and worker. Throws, with
 * what to do, if the environment's cannot be reached.
 */
export async function provideDatabase(
  { databaseUrl: given }: Configuration,
  running: StopInOrder,
): Promise<{ url: string; embedded: boolean }> {
  if (given !== undefined) {
    await migrateGiven();
    return { url: given, embedded: false };
  }
  const database = await embeddedDatabase(running);
  running.check();
  say(MIGRATING);
  await migrate(database);
  return { url: database.appUrl, embedded: true };
}

async function migrateGiven(): Promise<void> {
  const database = readMigrationConfig(process.env);
  say(MIGRATING);
  await migrate(database).catch((error: unknown) => {
    const outage = describeOutage(error);
    if (outage === undefined) throw error;
    const variable = database.ownerUrl === database.appUrl ? 'DATABASE_URL' : 'MIGRATION_DATABASE_URL';
    throw new Error(
      `The database of ${variable} cannot be reached: ${outage}. Start its server or correct the address; without DATABASE_URL, npm start brings its own PostgreSQL.`,
    );
  });
}

/** The environment's Redis, or a private one; returns its address. */
export async function provideRedis(
  { redisUrl: given }: Configuration,
  running: StopInOrder,
): Promise<string> {
  if (given !== undefined) return given;
  say('Starting Redis…');
  const server = await startRedis({ dir: '.data/redis', say });
  await lookAfter('Redis', REDIS_RANK, server, running);
  return server.url;
}
