import type { Redis } from 'ioredis';
import { durationBucket, durationPercentile } from '../domain/duration-buckets.js';
import type { ServiceCode } from '../services/index.js';
import type { WireTurnaround } from '../wire/services.js';
import { REDIS_PREFIX } from './connect.js';

/** How many days count, today included (contract 9). */
const DAYS = 7;
const DAY_MS = 24 * 3_600 * 1_000;
const KEPT_SECONDS = ((DAYS + 1) * DAY_MS) / 1_000;

/** A completed verification, and how long it took. */
export interface Turnaround {
  serviceCode: ServiceCode;
  tookMs: number;
}

/**
 * Counts completed verifications by service, day and duration. Kept in Redis, so that the figures cost the database
 * nothing: losing them breaks no promise. Throws while Redis is unavailable.
 */
export async function countTurnarounds(
  redis: Redis,
  completed: readonly Turnaround[],
  now = Date.now(),
): Promise<void> {
  // Sent together (gatherWrites), but not as a transaction, for which ioredis builds a pipeline and gives it a copy of
  // all of BullMQ's scripts. A key whose time to live is not set gets it with the next verification of that day.
  const sent: Promise<number>[] = [];
  for (const [serviceCode, counts] of countClasses(completed)) {
    const key = keyOf(serviceCode, now);
    for (const [name, count] of counts) sent.push(redis.hincrby(key, String(name), count));
    sent.push(redis.expire(key, KEPT_SECONDS));
  }
  await Promise.all(sent);
}

/** Grouped by service and class, so that a batch is counted in few commands. */
function countClasses(completed: readonly Turnaround[]): Map<ServiceCode, Map<number, number>> {
  const services = new Map<ServiceCode, Map<number, number>>();
  for (const { serviceCode, tookMs } of completed) {
    const counts = services.get(serviceCode) ?? new Map<number, number>();
    const name = durationBucket(tookMs);
    services.set(serviceCode, counts.set(name, (counts.get(name) ?? 0) + 1));
  }
  return services;
}

/**
 * Reads how long the verifications completed in the last seven days took, since the first day that has any; null if
 * there are none. Never throws: while Redis is unavailable nothing is known.
 */
export async function readTurnaround(
  redis: Redis,
  serviceCode: ServiceCode,
  now = Date.now(),
): Promise<WireTurnaround | null> {
  const days = Array.from({ length: DAYS }, (_none, index) => now - (DAYS - 1 - index) * DAY_MS);
  const hashes = await Promise.all(days.map((day) => redis.hgetall(keyOf(serviceCode, day)))).catch(() => []);
  const first = hashes.findIndex((hash) => Object.keys(hash).length > 0);
  const since = days[first];
  if (since === undefined) return null;
  const counts = new Map<number, number>();
  for (const [name, count] of hashes.flatMap((hash) => Object.entries(hash))) {
    counts.set(Number(name), (counts.get(Number(name)) ?? 0) + Number(count));
  }
  return {
    p50_ms: durationPercentile(counts, 0.5),
    p95_ms: durationPercentile(counts, 0.95),
    since: `${dayOf(since)}T00:00:00.000Z`,
  };
}

function keyOf(serviceCode: ServiceCode, moment: number): string {
  return `${REDIS_PREFIX}:turnaround:${serviceCode}:${dayOf(moment)}`;
}

/** In UTC, as yyyy-mm-dd. */
function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
