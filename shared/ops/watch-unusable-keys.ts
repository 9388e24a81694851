import type { Redis } from 'ioredis';
import type { Registry } from 'prom-client';
import { withinTime } from '../within-time.js';
import { registerReading } from './reading-gauges.js';
import { findUnusableKeys } from './unusable-keys.js';

/** Well within the 10 s that Prometheus waits by default, even if Redis hangs. */
const ANSWERS_WITHIN_MS = 2_000;

/** Adds how many of our keys hold something else: Redis answers and accepts writes, and work stands still. */
export function watchUnusableKeys(registry: Registry, redis: Redis): void {
  registerReading(registry, {
    read: () => withinTime(findUnusableKeys(redis), ANSWERS_WITHIN_MS),
    gauges: [
      {
        name: 'redis_keys_unusable',
        help: 'Keys of the service that hold a value of the wrong type',
        samples: (keys) => [[{}, keys.length]],
      },
    ],
  });
}
