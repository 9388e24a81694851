import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { toPublicId } from '../../../shared/domain/ids.js';
import { recordAccess } from '../../access-log/record-access.js';
import type { ApiDeps } from '../../deps.js';
import { notFound } from '../../errors/catalogue.js';
import { clientIdOf, nameVerification, reauthoriseCaller } from '../../http/context.js';
import { disconnectSignal } from '../../http/disconnect.js';
import { matchesEtag } from '../../http/etag.js';
import { appliedWait } from '../../http/prefer-header.js';
import { requireAct } from '../../middleware/allow.js';
import { mayRead } from '../follow.js';
import {
  loadVersions,
  type VerificationKey,
  type VerificationVersion,
  verificationReader,
} from '../load-verification.js';
import { PENDING_RETRY_AFTER_SECONDS } from '../pending-retry-after.js';
import { preferencesOf } from '../preferences-of.js';
import { requestedId } from '../requested-id.js';
import { loadReports, type ReportRow } from './load-report.js';
import {
  type MadeReport,
  preferredForm,
  prefersPdf,
  type ReportForm,
  type ReportFormDeps,
  reportForms,
} from './report-forms.js';
import { type ReadVersion, settledVersion } from './settled-version.js';

type Deps = ReportFormDeps & Pick<ApiDeps, 'settlements' | 'accessLog'>;

/**
 * GET /api/v1/verifications/:id, as JSON or PDF, and …/report.pdf: the report, optionally only once it is settled or
 * has changed (contract 4.4).
 */
export function getReport(deps: Deps): { negotiated: RequestHandler; pdf: RequestHandler } {
  const forms = reportForms(deps);
  const answer = answerIn(deps);
  return {
    negotiated: (req, res) => {
      res.vary('Accept');
      if (mayRead(res)) return answer(req, res, preferredForm(req, forms));
      // A caller who asks only for the document is told that they may not have it.
      if (prefersPdf(req)) requireAct(res, 'read_reports');
      return answer(req, res, forms.followed);
    },
    pdf: (req, res) => answer(req, res, forms.pdf),
  };
}

/** A report as it was read, and the same rendered. */
interface Made {
  report: ReportRow;
  made: MadeReport;
}

/** Reads and renders reports, naming them in the context of the request; rejects with 404 if there is none. */
function reportMaker({ db }: Pick<Deps, 'db'>, readVersion: ReadVersion) {
  const readReport = verificationReader(db, loadReports);
  return async function make(key: VerificationKey, form: ReportForm, res: Response): Promise<Made> {
    const report = await readReport(key);
    if (report === undefined) throw notFound();
    nameVerification(res, report.id);
    const made = await form.make(report, key.clientId);
    if (!form.inTurns) return { report, made };
    const now = await readVersion(key);
    if (now === undefined) throw notFound();
    // Changed while it waited for its turn: what an erasure removed is not sent any more.
    return now.version === report.version ? { report, made } : make(key, form, res);
  };
}

function answerIn(deps: Deps): (req: Request, res: Response, form: ReportForm) => Promise<void> {
  const readVersion = verificationReader(deps.db, loadVersions);
  const make = reportMaker(deps, readVersion);
  return async (req, res, form) => {
    const clientId = clientIdOf(res);
    const key = { clientId, id: requestedId(req) };
    const { waitMs: wished } = preferencesOf(req, clientId, deps);
    if (wished !== undefined) res.set('Preference-Applied', appliedWait(wished));
    const waitMs = wished ?? 0;
    const ifNoneMatch = req.get('If-None-Match');
    if (waitMs > 0 || ifNoneMatch !== undefined) {
      const hungUp = disconnectSignal(res);
      const version = await settledVersion({ ...deps, readVersion }, key, waitMs, hungUp);
      if (hungUp.aborted) return;
      if (waitMs > 0) await reauthoriseCaller(res);
      if (version === undefined) throw notFound();
      const etag = etagOf(version, form, await form.readLogoDigest?.(clientId));
      if (matchesEtag(ifNoneMatch, etag)) {
        setReportHeaders(res, version, form, etag);
        res.status(304).end();
        return;
      }
    }
    const { report, made } = await make(key, form, res);
    if (form.inTurns) await reauthoriseCaller(res);
    if (form.act !== undefined && holdsFindings(report)) {
      await recordAccess(deps, req, res, { clientId, act: form.act, verificationId: report.id });
    }
    setReportHeaders(res, report, form, etagOf(report, form, made.logoDigest));
    made.send(res);
  };
}

/**
 * A pending report says nothing about anyone: a caller polling for the result leaves one log entry, once it is there.
 */
function holdsFindings({ status, checks }: ReportRow): boolean {
  return status !== 'pending' || checks.some((check) => check.status === 'completed');
}

function setReportHeaders(
  res: Response,
  version: VerificationVersion,
  { cacheControl }: ReportForm,
  etag: string,
): void {
  res.set('ETag', etag);
  res.set('Cache-Control', cacheControl);
  if (version.status === 'pending') res.set('Retry-After', String(PENDING_RETRY_AFTER_SECONDS));
}

/**
 * A strong tag: the version increases with every change of the report, including the states of its parts, except for
 * the names at its head, which are hashed. The tag of a format that shows only the state is made of the state alone:
 * from a hash of the names, which it does not show, they could be guessed.
 */
function etagOf(
  { id, status, version, client_name, submitter }: VerificationVersion,
  { tagSuffix, stateOnly }: ReportForm,
  logoDigest: string | undefined,
): string {
  const publicId = toPublicId('verification', id);
  if (stateOnly) return `"${publicId}.${status}${tagSuffix}"`;
  const names = [client_name, ...(submitter ?? [null, null])];
  const head = createHash('sha256').update(JSON.stringify([...names, logoDigest]));
  const digest = head.digest('base64url').slice(0, 8);
  return `"${publicId}.${version}.${digest}${tagSuffix}"`;
}
