import { connect } from 'node:net';
import { expect } from 'chai';
import type { NodeProcess } from '../../../harness/node-process.js';
import { waitFor } from '../../../harness/wait-for.js';
import { CHECK_QUEUE } from '../../../shared/queues/check-queue.js';
import { connectForCommands, REDIS_PREFIX } from '../../../shared/redis/connect.js';
import { scrape, totalOf } from '../../support/monitoring/metrics.js';
import type { Cause, World } from './world.js';

/** How long a process is suspended, long enough for the alert to fire. */
const BLOCK_MS = 1_300;

/** Ends a process whose metrics can be read, and checks that they disappear with it. */
async function endAfterScrape(world: World, alert: string, process: NodeProcess): Promise<void> {
  expect(totalOf(await scrape(process), 'process_start_time_seconds')).to.be.a('number');
  await process.stop();
  const gone = await scrape(process).catch(() => 'gone');
  expect(gone).to.equal('gone');
  world.moved.add(alert);
}

async function cutOffPostgres(world: World): Promise<void> {
  const lastPass = async () =>
    totalOf(await scrape(world.worker), 'reconciler_last_pass_timestamp_seconds') ?? 0;
  await waitFor(async () => (await lastPass()) > 0, { describe: 'a first pass', timeoutMs: 20_000 });
  const unreachable = await world.watch(
    'PostgresUnreachable',
    () => world.api,
    (total) => total('postgres_up') === 0,
  );
  const stopped = await world.watch(
    'ReconcilerStopped',
    () => world.worker,
    // Much longer than the pause between two passes.
    (total) => Date.now() / 1_000 - (total('reconciler_last_pass_timestamp_seconds') ?? 0) > 6,
  );
  world.link.sever();
  await unreachable.moves();
  expect(totalOf(await scrape(world.api), 'checks_pending'), 'an old figure').to.equal(undefined);
  await stopped.moves();
  world.link.restore();
  await unreachable.calms();
  await stopped.calms();
}

async function killRedis(world: World): Promise<void> {
  const unreachable = await world.watch(
    'RedisUnreachable',
    () => world.worker,
    (total) => total('redis_up') === 0,
  );
  await world.redis.crash();
  await unreachable.moves();
  expect(totalOf(await scrape(world.worker), 'queue_jobs'), 'an old figure').to.equal(undefined);
  await world.redis.restart();
  await unreachable.calms();
}

/** Somebody tries a command on one of our keys. */
async function overwriteKey(world: World): Promise<void> {
  const unusable = await world.watch(
    'RedisKeysUnusable',
    () => world.worker,
    (total) => (total('redis_keys_unusable') ?? 0) > 0,
  );
  const redis = connectForCommands(world.redis.url);
  await waitFor(() => redis.status === 'ready', { describe: 'Redis is connected' });
  const key = `${REDIS_PREFIX}:${CHECK_QUEUE}:wait`;
  await redis.set(key, 'x');
  await unusable.moves();
  expect(totalOf(await scrape(world.worker), 'redis_up'), 'it answers').to.equal(1);
  await redis.unlink(key);
  await unusable.calms();
  redis.disconnect();
}

async function demotePostgres(world: World): Promise<void> {
  const readOnly = await world.watch(
    'PostgresReadOnly',
    () => world.api,
    (total) => total('postgres_writable') === 0,
  );
  const name = new URL(world.database.url).pathname.slice(1);
  const setting = `ALTER DATABASE ${name} SET default_transaction_read_only`;
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = '${name}' AND pid <> pg_backend_pid()`;
  await world.asSuperuser(`${setting} = on`, end);
  await readOnly.moves();
  await world.asSuperuser('SET default_transaction_read_only = off', `${setting} = off`);
  await readOnly.calms();
}

async function demoteRedis(world: World): Promise<void> {
  const readOnly = await world.watch(
    'RedisReadOnly',
    () => world.worker,
    (total) => total('redis_writable') === 0,
  );
  const redis = connectForCommands(world.redis.url);
  await waitFor(() => redis.status === 'ready', { describe: 'Redis connected' });
  await redis.replicaof('127.0.0.1', 1);
  await readOnly.moves();
  await redis.replicaof('NO', 'ONE');
  await readOnly.calms();
  redis.disconnect();
}

async function limitRedisMemory(world: World): Promise<void> {
  const high = await world.watch(
    'RedisMemoryHigh',
    () => world.worker,
    (total) =>
      (total('redis_memory_used_bytes') ?? 0) / (total('redis_memory_limit_bytes') ?? Infinity) > 0.8,
  );
  const redis = connectForCommands(world.redis.url);
  await waitFor(() => redis.status === 'ready', { describe: 'Redis connected' });
  const used = totalOf(await scrape(world.worker), 'redis_memory_used_bytes') ?? 0;
  await redis.config('SET', 'maxmemory', Math.round(used * 1.1));
  await high.moves();
  await redis.config('SET', 'maxmemory', 0);
  await high.calms();
  redis.disconnect();
}

async function exhaustPool(world: World): Promise<void> {
  const exhausted = await world.watch(
    'PoolExhausted',
    () => world.api,
    (total) => (total('pg_pool_connections', { state: 'waited_for' }) ?? 0) > 0,
  );
  const reader = world.service.api.client.withToken(world.client.token);
  const answers: Promise<unknown>[] = [];
  await world.whileLocked('wallet_entries', async () => {
    answers.push(...Array.from({ length: 40 }, () => reader.get('/api/v1/wallet/entries')));
    await exhausted.moves();
  });
  await Promise.all(answers);
  await exhausted.calms();
}

async function blockEventLoop(world: World): Promise<void> {
  const blocked = await world.watch(
    'EventLoopBlocked',
    () => world.api,
    (total) => (total('nodejs_eventloop_lag_max_seconds') ?? 0) > 1,
  );
  // Again and again: a scrape takes the largest lag with it, also one that came before the lag was noticed.
  const standStill = (): void => {
    world.api.freeze();
    setTimeout(() => world.api.thaw(), BLOCK_MS);
  };
  standStill();
  const again = setInterval(standStill, 3 * BLOCK_MS);
  try {
    await blocked.moves();
  } finally {
    clearInterval(again);
    world.api.thaw();
  }
}

/** More than a process of these tests has open by itself. */
const MANY_CONNECTIONS = 500;

async function holdConnections(world: World): Promise<void> {
  const high = await world.watch(
    'OpenFilesHigh',
    () => world.api,
    (total) => (total('process_open_fds') ?? 0) > MANY_CONNECTIONS && (total('process_max_fds') ?? 0) > 0,
  );
  const { hostname, port } = new URL(world.service.api.client.url);
  const held = Array.from({ length: MANY_CONNECTIONS }, () => connect(Number(port), hostname));
  await high.moves();
  for (const connection of held) connection.destroy();
  await high.calms();
}

/** Whether the processes and their servers are up; comes last, because it ends them. */
export const PROCESS_CAUSES: readonly Cause[] = [
  {
    alerts: ['PostgresUnreachable', 'ReconcilerStopped'],
    what: 'PostgreSQL is cut off',
    run: cutOffPostgres,
  },
  { alerts: ['RedisUnreachable'], what: 'Redis is killed', run: killRedis },
  { alerts: ['PostgresReadOnly'], what: 'PostgreSQL takes no writes', run: demotePostgres },
  { alerts: ['RedisKeysUnusable'], what: 'a key of ours is written over', run: overwriteKey },
  { alerts: ['RedisReadOnly'], what: 'Redis becomes a replica', run: demoteRedis },
  { alerts: ['RedisMemoryHigh'], what: 'Redis is nearly full', run: limitRedisMemory },
  { alerts: ['PoolExhausted'], what: 'a table is locked while many read it', run: exhaustPool },
  { alerts: ['OpenFilesHigh'], what: 'callers hold connections', run: holdConnections },
  { alerts: ['EventLoopBlocked'], what: 'a process stands still', run: blockEventLoop },
  {
    alerts: ['ApiMissing'],
    what: 'an API ends',
    run: (world) => endAfterScrape(world, 'ApiMissing', world.api),
  },
  {
    alerts: ['WorkerMissing'],
    what: 'a worker ends',
    run: (world) => endAfterScrape(world, 'WorkerMissing', world.worker),
  },
];
