import type { Request, RequestHandler, Response } from 'express';
import { toPublicId } from '../../shared/domain/ids.js';
import type { ApiDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { clientIdOf } from '../http/context.js';
import { matchesEtag } from '../http/etag.js';
import { hangUpSignal } from '../http/hang-up.js';
import { appliedWait, parsePrefer } from '../http/prefer.js';
import { refuseQuery } from '../http/query.js';
import { loadReport } from './load-report.js';
import type { VerificationVersion } from './load-verification.js';
import { PENDING_RETRY_AFTER_SECONDS } from './pending-retry-after.js';
import { presentReport } from './present-report.js';
import { requestedId } from './requested-id.js';
import { settledVersion } from './settled-version.js';

type Deps = Pick<ApiDeps, 'db' | 'config' | 'settlements'>;

/** GET /api/v1/verifications/:id: the report, on request only once it is settled or has changed (contract 4.4). */
export function getReport(deps: Deps): RequestHandler {
  return async (req, res) => {
    refuseQuery(req);
    const clientId = clientIdOf(res);
    const id = requestedId(req);
    const { waitMs = 0 } = applyPreferences(req, res);
    const ifNoneMatch = req.get('If-None-Match');
    if (waitMs > 0 || ifNoneMatch !== undefined) {
      const hungUp = hangUpSignal(res);
      const version = await settledVersion(deps, clientId, id, waitMs, hungUp);
      if (hungUp.aborted) return;
      if (version === undefined) throw notFound();
      if (matchesEtag(ifNoneMatch, reportEtag(version))) {
        setReportHeaders(res, version);
        res.status(304).end();
        return;
      }
    }
    const report = await loadReport(deps.db, clientId, id);
    if (report === undefined) throw notFound();
    setReportHeaders(res, report);
    res.json(presentReport(report, deps.config.encryptionKeys));
  };
}

function applyPreferences(req: Request, res: Response): { waitMs?: number } {
  const preferences = parsePrefer(req.headers.prefer);
  if (preferences.waitMs !== undefined) res.set('Preference-Applied', appliedWait(preferences.waitMs));
  return preferences;
}

function setReportHeaders(res: Response, version: VerificationVersion): void {
  res.set('ETag', reportEtag(version));
  res.set('Cache-Control', 'private, no-cache');
  if (version.status === 'pending') res.set('Retry-After', String(PENDING_RETRY_AFTER_SECONDS));
}

/** Strong: the version is raised by everything that changes the report, the states of its parts included. */
function reportEtag({ id, version }: VerificationVersion): string {
  return `"${toPublicId('verification', id)}.${version}"`;
}
