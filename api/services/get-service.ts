import type { RequestHandler } from 'express';
import { findService } from '../../shared/services/index.js';
import type { ApiDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import type { cachedCheckHealth } from './check-health-cache.js';
import { presentServiceInFull } from './present-services.js';
import { cachedTurnaround } from './turnaround-cache.js';

/** GET /api/v1/services/:service_code: all that there is to know of one service. */
export function getService(
  { redis }: Pick<ApiDeps, 'redis'>,
  checkHealth: ReturnType<typeof cachedCheckHealth>,
): RequestHandler {
  const turnaroundOf = cachedTurnaround(redis);
  return async (req, res) => {
    const service = findService(String(req.params.service_code));
    if (service === undefined) throw notFound();
    const [health, turnaround] = await Promise.all([checkHealth(), turnaroundOf(service)]);
    res.json(presentServiceInFull(service, health, turnaround));
  };
}
