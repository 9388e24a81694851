import type { RequestHandler } from 'express';
import { findService } from '../../shared/services/index.js';
import type { ApiDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { modeOfRequest } from '../http/mode.js';
import { type cachedCheckHealth, healthFor } from './check-health-cache.js';
import { presentServiceInFull } from './present-services.js';
import { cachedTurnaround } from './turnaround-cache.js';

/** GET /api/v1/services/:service_code: everything about one service. */
export function getService(
  { redis }: Pick<ApiDeps, 'redis'>,
  checkHealth: ReturnType<typeof cachedCheckHealth>,
): RequestHandler {
  const turnaroundOf = cachedTurnaround(redis);
  return async (req, res) => {
    const service = findService(String(req.params.service_code));
    if (service === undefined) throw notFound();
    const [health, turnaround] = await Promise.all([healthFor(res, checkHealth), turnaroundOf(service)]);
    const known = modeOfRequest(res) === 'live' ? turnaround : null;
    res.json(presentServiceInFull(service, health, known));
  };
}
