import type { Redis } from 'ioredis';
import { type CallProvider, CHECK_CODES, type CheckCode } from '../services/index.js';
import type { WireCircuit } from '../wire/queue.js';
import type { Health } from '../wire/services.js';
import { REDIS_PREFIX } from './connect.js';

const STATES = ['closed', 'open', 'half_open'] as const;

/** What one worker observed of one route of a provider. */
export interface RouteState {
  provider: CallProvider;
  path: string;
  state: (typeof STATES)[number];
  consecutive_failures: number;
  /**
   * Calls that ended in the last five minutes, and the failures among them; workers of the previous release do not
   * report it.
   */
  recent?: { calls: number; failures: number };
  /** The checks called on the route: only its worker knows. */
  checks: readonly CheckCode[];
}

/** A single failure among successes is ignored; from the second on, this percentage counts as trouble. */
const TROUBLED_PER_CENT = 10;

/** How long the report of a worker that stopped publishing counts: a circuit is open for no longer than that. */
const KEPT_SECONDS = 60;

/**
 * The workers that published recently, a sorted set by the time of their last report. Only an index: their hashes
 * expire by themselves.
 */
export const WORKERS_KEY = `${REDIS_PREFIX}:route-health:workers`;

function workerKey(workerId: string): string {
  return `${REDIS_PREFIX}:route-health:worker:${workerId}`;
}

/**
 * Publishes this worker's view of the upstream routes; must be repeated well within a minute, even if nothing changes.
 * Throws while Redis is unavailable.
 */
export async function publishRouteHealth(
  redis: Redis,
  workerId: string,
  snapshot: readonly RouteState[],
): Promise<void> {
  const fields = snapshot.map(({ provider, path, state, consecutive_failures, recent, checks }) => [
    `${provider} ${path}`,
    JSON.stringify({ provider, path, state, consecutive_failures, recent, checks }),
  ]);
  if (fields.length === 0) return;
  // By one clock for all: a worker's own would drop the others from the index if it is ahead, and itself if it is
  // behind.
  const [seconds] = await redis.time();
  const now = Number(seconds) * 1_000;
  await redis
    .multi()
    .hset(workerKey(workerId), Object.fromEntries(fields))
    .expire(workerKey(workerId), KEPT_SECONDS)
    .zadd(WORKERS_KEY, now, workerId)
    // An hour more than needed: workers of the previous release go by their own clocks.
    .zremrangebyscore(WORKERS_KEY, 0, now - (KEPT_SECONDS + 3_600) * 1_000)
    .exec();
}

/**
 * Reads the health of every check's upstream route from all workers' reports for the last five minutes (contract 4.5):
 * `down` if the circuit is open in every worker that reports the route; `degraded` if it is open in any, or opened and
 * no call has yet shown that the route is back, if all calls failed, or if two and a tenth of them did. Never throws:
 * if Redis is unavailable, or no worker has reported, nothing speaks against a check.
 */
export async function readCheckHealth(redis: Redis): Promise<Record<CheckCode, Health>> {
  const reports = await readReports(redis).catch(() => []);
  const states = reports.flat();
  const health = CHECK_CODES.map((code) => [
    code,
    // Workers of the previous release do not report checks.
    healthOf(states.filter(({ checks }) => checks?.includes(code))),
  ]);
  return Object.fromEntries(health) as Record<CheckCode, Health>;
}

/** Reads what every worker heard of in the last minute reports about its routes. Throws while Redis is unavailable. */
export async function readCircuits(redis: Redis): Promise<WireCircuit[]> {
  const reports = await readReports(redis);
  const routes = new Map<string, ReportedState[]>();
  for (const state of reports.flat()) {
    const key = `${state.provider} ${state.path}`;
    routes.set(key, [...(routes.get(key) ?? []), state]);
  }
  return [...routes.keys()].sort().flatMap((key) => summarise(routes.get(key) ?? []));
}

function summarise(states: readonly ReportedState[]): WireCircuit[] {
  const [first] = states;
  if (first === undefined) return [];
  const count = (wanted: RouteState['state']): number =>
    states.filter(({ state }) => state === wanted).length;
  return [
    {
      provider: first.provider,
      path: first.path,
      checks: CHECK_CODES.filter((code) => states.some(({ checks }) => checks?.includes(code))),
      health: healthOf(states),
      workers: states.length,
      open: count('open'),
      half_open: count('half_open'),
      consecutive_failures: Math.max(0, ...states.map(({ consecutive_failures }) => consecutive_failures)),
    },
  ];
}

type ReportedState = Omit<RouteState, 'checks'> & Partial<Pick<RouteState, 'checks'>>;

async function readReports(redis: Redis): Promise<ReportedState[][]> {
  const workerIds = await redis.zrange(WORKERS_KEY, 0, -1);
  const hashes = await Promise.all(workerIds.map((workerId) => redis.hgetall(workerKey(workerId))));
  return hashes.map((hash) => Object.entries(hash).flatMap(([field, json]) => parseReport(field, json)));
}

/** A damaged report speaks neither for nor against a route, and hides no other. */
function parseReport(field: string, json: string): ReportedState[] {
  // Workers of the previous release know one provider, and name the field after the path alone.
  const named = { provider: 'upstream', path: field } as const;
  try {
    const report = { ...named, ...(JSON.parse(json) as Omit<ReportedState, 'provider' | 'path'>) };
    return isWhole(report) ? [report] : [];
  } catch {
    return [];
  }
}

function isWhole({ state, consecutive_failures, recent, checks }: ReportedState): boolean {
  return (
    STATES.includes(state) &&
    Number.isInteger(consecutive_failures) &&
    (recent === undefined || (Number.isInteger(recent?.calls) && Number.isInteger(recent?.failures))) &&
    (checks === undefined || Array.isArray(checks))
  );
}

function healthOf(states: readonly ReportedState[]): Health {
  if (states.length > 0 && states.every(({ state }) => state === 'open')) return 'down';
  if (states.some(({ state }) => state === 'open')) return 'degraded';
  const seen = states.map(recentOf);
  const halfOpen = states.some(
    ({ state }, index) => state === 'half_open' && (seen[index]?.failures ?? 0) > 0,
  );
  const calls = seen.reduce((sum, counts) => sum + counts.calls, 0);
  const failures = seen.reduce((sum, counts) => sum + counts.failures, 0);
  const all = failures > 0 && failures === calls;
  const many = failures > 1 && failures * 100 >= calls * TROUBLED_PER_CENT;
  return halfOpen || all || many ? 'degraded' : 'operational';
}

function recentOf({ recent, consecutive_failures }: ReportedState): { calls: number; failures: number } {
  return recent ?? { calls: consecutive_failures, failures: consecutive_failures };
}
