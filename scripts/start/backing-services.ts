import { startPostgres } from '../embedded/postgres.js';
import { startRedis } from '../embedded/redis.js';
import type { EmbeddedServer } from '../embedded/server.js';
import { ensureServiceDatabase } from '../embedded/service-database.js';
import { migrate } from '../schema/migrate.js';
import { say } from './say.js';
import type { StopInOrder } from './stop-in-order.js';

/** Processes stop before the servers they use: api, worker and sandbox have lower ranks than these. */
const redisRank = 10;
const postgresRank = 11;

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
  await lookAfter('PostgreSQL', postgresRank, server, running);
  return ensureServiceDatabase(server.url, 'verification');
}

/** The environment's database, or a private one, migrated; returns the address for api and worker. */
export async function provideDatabase(running: StopInOrder): Promise<{ url: string; embedded: boolean }> {
  const { DATABASE_URL: given, MIGRATION_DATABASE_URL: owner } = process.env;
  const database = given ? { ownerUrl: owner || given, appUrl: given } : await embeddedDatabase(running);
  running.check();
  say('Applying the migrations…');
  await migrate(database);
  return { url: database.appUrl, embedded: !given };
}

/** The environment's Redis, or a private one; returns its address. */
export async function provideRedis(running: StopInOrder): Promise<string> {
  if (process.env.REDIS_URL) return process.env.REDIS_URL;
  say('Starting Redis…');
  const server = await startRedis({ dir: '.data/redis', say });
  await lookAfter('Redis', redisRank, server, running);
  return server.url;
}
