import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startOwnPostgres, startOwnRedis } from '../../harness/own-servers.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { freePort } from '../../scripts/embedded/free-port.ts';
import { ensureServiceDatabase } from '../../scripts/embedded/service-database.ts';
import { killAll } from './programs.mjs';

const key = () => randomBytes(32).toString('base64');

/**
 * The surroundings of the processes in a one-machine production: a durable PostgreSQL, a Redis, a provider and a file
 * of settings. `close` stops and removes all of it.
 */
async function openWorld() {
  const closers = [];
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne();
  };
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'procfile-'));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const postgres = await startOwnPostgres({ durable: true });
    closers.push(() => postgres.remove());
    const redis = await startOwnRedis({ persistent: true });
    closers.push(() => redis.remove());
    const apiKey = randomBytes(16).toString('hex');
    const sandbox = await startSandbox({ port: 0, apiKey });
    closers.push(() => sandbox.close());
    const { appUrl, ownerUrl } = await ensureServiceDatabase(postgres.url, 'verification');
    const port = await freePort();
    const settings = {
      NODE_ENV: 'production',
      DATABASE_URL: appUrl,
      MIGRATION_DATABASE_URL: ownerUrl,
      REDIS_URL: redis.url,
      PROVIDER_URL: sandbox.url,
      PROVIDER_API_KEY: apiKey,
      JWT_SECRETS: `a:${key()}`,
      ENCRYPTION_KEYS: `a:${key()}`,
      INDEX_KEY: key(),
      // There is nobody to use an authenticator app.
      REQUIRE_SECOND_FACTOR: 'none',
      EVIDENCE_KEYS: `a:${key()}`,
    };
    const envFile = path.join(folder, '.env');
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(envFile, lines.join(''), { mode: 0o600 });
    return { settings, envFile, port, sandbox, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Rejects at a signal. The later ones change nothing: npm passes on what the terminal has sent to everybody already. */
function interruption() {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.on(signal, () => reject(new Error(`Stopped by ${signal}.`)));
  });
}

/** Opens a world, works in it and closes it; a signal ends the work, and the world is closed all the same. */
export async function withWorld(work) {
  const interrupted = interruption();
  const opened = openWorld();
  try {
    const world = await Promise.race([interrupted, opened]);
    await Promise.race([interrupted, work(world)]);
  } finally {
    killAll();
    await (await opened).close();
  }
}
