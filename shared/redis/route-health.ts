import type { Redis } from 'ioredis';
import { UPSTREAM_PATHS, type UpstreamPath } from '../domain/upstream-paths.js';
import type { WireCircuit } from '../wire/queue.js';
import type { Health } from '../wire/services.js';
import { REDIS_PREFIX } from './connect.js';

/** What one worker saw of one upstream route. */
export interface RouteState {
  state: 'closed' | 'open' | 'half_open';
  consecutive_failures: number;
}

/** How long the word of a worker counts that publishes no more: a circuit is open for no longer than that. */
const KEPT_SECONDS = 60;

/** The workers that published of late, by the moment of their last word. Only an index: their hashes expire alone. */
const WORKERS_KEY = `${REDIS_PREFIX}:route-health:workers`;

function workerKey(workerId: string): string {
  return `${REDIS_PREFIX}:route-health:worker:${workerId}`;
}

/**
 * Publishes what this worker sees of the upstream routes; to be repeated well within a minute, also when nothing
 * changes. Throws when Redis is away.
 */
export async function publishRouteHealth(
  redis: Redis,
  workerId: string,
  snapshot: Readonly<Partial<Record<UpstreamPath, RouteState>>>,
): Promise<void> {
  const fields = Object.entries(snapshot).map(([path, { state, consecutive_failures }]) => [
    path,
    JSON.stringify({ state, consecutive_failures }),
  ]);
  if (fields.length === 0) return;
  const now = Date.now();
  await redis
    .multi()
    .hset(workerKey(workerId), Object.fromEntries(fields))
    .expire(workerKey(workerId), KEPT_SECONDS)
    .zadd(WORKERS_KEY, now, workerId)
    // An hour more than needed, because the clocks of workers may differ.
    .zremrangebyscore(WORKERS_KEY, 0, now - (KEPT_SECONDS + 3_600) * 1_000)
    .exec();
}

/**
 * The health of every upstream route by the word of all workers: `down` when the circuit is open in every worker that
 * reports the route, `degraded` when any of them has trouble with it. Never throws: with Redis away, or no word of
 * any worker, nothing speaks against a route.
 */
export async function readRouteHealth(redis: Redis): Promise<Record<UpstreamPath, Health>> {
  const reports = await readReports(redis).catch(() => []);
  const health = UPSTREAM_PATHS.map((path) => [
    path,
    healthOf(reports.flatMap((report) => report[path] ?? [])),
  ]);
  return Object.fromEntries(health) as Record<UpstreamPath, Health>;
}

/** What every worker that was heard of in the last minute says of every route. Throws when Redis is away. */
export async function readCircuits(redis: Redis): Promise<WireCircuit[]> {
  const reports = await readReports(redis);
  return UPSTREAM_PATHS.map((path) => {
    const states = reports.flatMap((report) => report[path] ?? []);
    const count = (wanted: RouteState['state']): number =>
      states.filter(({ state }) => state === wanted).length;
    return {
      path,
      health: healthOf(states),
      workers: states.length,
      open: count('open'),
      half_open: count('half_open'),
      consecutive_failures: Math.max(0, ...states.map(({ consecutive_failures }) => consecutive_failures)),
    };
  });
}

type Report = Partial<Record<UpstreamPath, RouteState>>;

async function readReports(redis: Redis): Promise<Report[]> {
  const workerIds = await redis.zrange(WORKERS_KEY, 0, -1);
  const hashes = await Promise.all(workerIds.map((workerId) => redis.hgetall(workerKey(workerId))));
  return hashes.map((hash) =>
    Object.fromEntries(Object.entries(hash).map(([path, json]) => [path, JSON.parse(json) as RouteState])),
  );
}

function healthOf(states: readonly RouteState[]): Health {
  if (states.length > 0 && states.every(({ state }) => state === 'open')) return 'down';
  const troubled = states.some(
    ({ state, consecutive_failures }) => state !== 'closed' || consecutive_failures > 0,
  );
  return troubled ? 'degraded' : 'operational';
}
