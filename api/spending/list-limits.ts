import type { RequestHandler } from 'express';
import { ofClient } from '../../shared/db/scope.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { LIMITED_KINDS } from '../../shared/domain/spending.js';
import { readLimits } from '../../shared/spending/read-limits.js';
import type { WireLimitOf, WireLimits } from '../../shared/wire/limits.js';
import type { ApiDeps } from '../deps.js';
import { clientIdOf } from '../http/context.js';
import { nameLimits } from './name-limits.js';
import { presentLimit } from './present-limit.js';

/** GET /api/v1/limits: the limits that are set, the client's first. */
export function listLimits({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (_req, res) => {
    const clientId = clientIdOf(res);
    const sql = db.scoped(ofClient(clientId));
    const limits = await readLimits(sql, [clientId]);
    const names = await nameLimits(sql, clientId, limits);
    const data = limits.flatMap((limit): WireLimitOf[] => {
      const named = names.get(limit.subjectId);
      // Of a deleted key, or of somebody removed from the team.
      if (named === undefined) return [];
      return [{ id: toPublicId(LIMITED_KINDS[limit.of], limit.subjectId), ...named, ...presentLimit(limit) }];
    });
    data.sort((a, b) => orderOf(a) - orderOf(b) || a.name.localeCompare(b.name, 'en'));
    res.json({ data } satisfies WireLimits);
  };
}

function orderOf({ of, period }: WireLimitOf): number {
  return ['client', 'user', 'api_key'].indexOf(of) * 2 + (period === 'day' ? 0 : 1);
}
