import type { RequestHandler, Response } from 'express';
import {
  DUPLICATE_COLUMNS,
  type DuplicateRow,
  findDuplicates,
} from '../../../shared/acceptance/find-duplicates.js';
import { askedBy } from '../../../shared/acceptance/prepare-submission.js';
import { ofClient } from '../../../shared/db/scope.js';
import { toPublicId } from '../../../shared/domain/ids.js';
import { modeOf } from '../../../shared/domain/mode.js';
import type { Limit } from '../../../shared/domain/spending.js';
import { readLimits } from '../../../shared/spending/read-limits.js';
import type { WireDuplicate, WirePreflight, WirePreflightLimit } from '../../../shared/wire/preflight.js';
import type { ApiDeps } from '../../deps.js';
import { clientIdOf, identityOf } from '../../http/context.js';
import { Query } from '../../http/query.js';
import { sendJson } from '../../http/send-json.js';
import type { RequestLimit } from '../../limits/request-limit.js';
import { cachedCheckHealth } from '../../services/check-health-cache.js';
import { healthOfService } from '../../services/present-services.js';
import { cachedTurnaround } from '../../services/turnaround-cache.js';
import { presentLimit } from '../../spending/present-limit.js';
import { loadWallet } from '../../wallet/load-wallet.js';
import { readCreateRequest } from './create-request.js';

/** The newest are enough to decide whether to pay again (contract 10). */
const MAX_DUPLICATES = 5;

/**
 * POST /api/v1/verifications/preflight: validates a request like its submission, and says what it would cost, the
 * state of its route, and whether the same was requested before. Stores, reserves and calls nothing.
 */
export function preflightVerification(deps: ApiDeps & { requestLimit: RequestLimit }): RequestHandler {
  const checkHealth = cachedCheckHealth(deps.redis);
  const turnaroundOf = cachedTurnaround(deps.redis);
  return async (req, res) => {
    const clientId = clientIdOf(res);
    const keys = req.headersDistinct['idempotency-key'] ?? [];
    const elsewhere = new Query(req.query).faults();
    const request = readCreateRequest(req.body, keys, new Date(), elsewhere, {
      preflight: true,
      mode: modeOf(clientId),
    });
    await deps.requestLimit.consume(clientId, res);
    const { service, credits, duplicates } = request;
    const sql = deps.db.scoped(ofClient(clientId));
    const asked = { ...askedBy(clientId, request, deps.config.indexKey), days: duplicates.days };
    const [wallet, limits, found, health, turnaround] = await Promise.all([
      loadWallet(sql, clientId),
      readLimits(sql, [clientId], [clientId, submitterId(res)]),
      findDuplicates<DuplicateRow>(sql, [asked], DUPLICATE_COLUMNS, MAX_DUPLICATES),
      checkHealth(),
      turnaroundOf(service),
    ]);
    if (wallet === undefined) throw new Error(`Bug: client ${clientId} has no wallet`);
    const answer: WirePreflight = {
      service_code: service.code,
      credits,
      available_after: wallet.balance - wallet.reserved - credits,
      limit: tightest(limits),
      // The simulator is always available, and its behaviour says nothing about the real provider.
      route:
        modeOf(clientId) === 'test'
          ? { health: 'operational', turnaround: null }
          : { health: healthOfService(service, health), turnaround },
      duplicates: found.map(presentDuplicate),
    };
    sendJson(res, 200, answer);
  };
}

function submitterId(res: Response): string {
  const { user, apiKey } = identityOf(res);
  return user?.id ?? apiKey?.id ?? clientIdOf(res);
}

/** The limit that leaves the least, and so decides. */
function tightest(limits: readonly Limit[]): WirePreflightLimit | null {
  const [least] = limits
    .map((limit) => ({ ...presentLimit(limit), left: Math.max(limit.credits - limit.used, 0) }))
    .sort((a, b) => a.left - b.left);
  return least ?? null;
}

function presentDuplicate(row: DuplicateRow): WireDuplicate {
  return {
    request_id: toPublicId('verification', row.id),
    status: row.status,
    outcome: row.outcome,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
  };
}
