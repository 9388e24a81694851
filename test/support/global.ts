import { constants } from 'node:os';
import { type OwnServer, startOwnPostgres, startOwnRedis } from '../../harness/own-servers.js';
import { makeDatabase } from '../../harness/template-database.js';
import { forgetLibpqVariables } from '../../scripts/start/libpq-variables.js';
import { accountedOpenings, witnessFetches } from './personal-data/openings.js';
import { publishServers } from './shared-servers.js';

/** The migrated database from which the tests' databases are copied. */
const TEMPLATE = 'verification_template';

forgetLibpqVariables();

const started: OwnServer[] = [];
let removing: Promise<void> | undefined;

/** Stops the servers and removes their folders; runs once, whoever calls it first. */
function removeServers(): Promise<void> {
  removing ??= Promise.all(started.map((server) => server.remove())).then(() => undefined);
  return removing;
}

/** On a signal, mocha ends without its tear-down. */
function removeServersOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(
      signal,
      () => void removeServers().finally(() => process.exit(128 + constants.signals[signal])),
    );
  }
}

async function startBoth(): Promise<{ postgres: OwnServer; redis: OwnServer }> {
  const keep = async (starting: Promise<OwnServer>): Promise<OwnServer> => {
    const server = await starting;
    started.push(server);
    return server;
  };
  const starting = [keep(startOwnPostgres()), keep(startOwnRedis())] as const;
  // One that fails must not leave the other behind, which would keep this process alive for ever.
  await Promise.allSettled(starting);
  const [postgres, redis] = await Promise.all(starting);
  return { postgres, redis };
}

/**
 * Starts one PostgreSQL, with the migrated template database, and one Redis for the whole run, and begins to track who
 * opens personal data.
 */
export async function mochaGlobalSetup(): Promise<void> {
  removeServersOnSignals();
  witnessFetches();
  try {
    const { postgres, redis } = await startBoth();
    const template = await makeDatabase(postgres.url, TEMPLATE);
    publishServers({ superuserUrl: postgres.url, redisUrl: redis.url, ...template });
  } catch (error) {
    // mocha skips the tear-down if the set-up fails.
    await removeServers();
    throw error;
  }
}

const ENDS_WITHIN_MS = 10_000;

/** Stops what the set-up started, also after failures. */
export async function mochaGlobalTeardown(): Promise<void> {
  process.stdout.write(`${accountedOpenings()} openings of personal data, each in an access log\n`);
  await removeServers();
  endAnyway();
}

/**
 * Reports what a test left open, and exits: mocha would wait for it for ever. This is not a failure, because the first
 * attempt of a repeated test also leaves things open.
 */
function endAnyway(): void {
  const end = (): never => {
    process.stderr.write(`Still open after the last test: ${process.getActiveResourcesInfo().join(', ')}\n`);
    // With the exit code set by mocha.
    process.exit();
  };
  setTimeout(end, ENDS_WITHIN_MS).unref();
}
