import type { Response } from 'express';
import type { Redis } from 'ioredis';
import { readCheckHealth } from '../../shared/redis/route-health.js';
import { CHECK_CODES } from '../../shared/services/index.js';
import { modeOfRequest } from '../http/mode.js';

// Circuits change every few seconds at most, and every page of a portal may request the service list.
const KEPT_MS = 2_000;

type CheckHealth = Awaited<ReturnType<typeof readCheckHealth>>;

/** Reads the health of the checks at most every two seconds; concurrent requests share one read. */
export function cachedCheckHealth(redis: Redis): () => Promise<CheckHealth> {
  let current: Promise<CheckHealth> | undefined;
  let readAt = 0;
  return () => {
    const now = performance.now();
    if (current === undefined || now - readAt >= KEPT_MS) {
      readAt = now;
      current = readCheckHealth(redis);
    }
    return current;
  };
}

/** The health a request is told of: in test mode the simulator answers every check, and is always healthy. */
export async function healthFor(res: Response, read: () => Promise<CheckHealth>): Promise<CheckHealth> {
  return modeOfRequest(res) === 'live' ? read() : ALL_WELL;
}

const ALL_WELL = Object.fromEntries(CHECK_CODES.map((code) => [code, 'operational'])) as CheckHealth;
