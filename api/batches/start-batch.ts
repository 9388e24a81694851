import type { RequestHandler } from 'express';
import { noteSettled } from '../../shared/batches/feed-batch.js';
import type { Sql } from '../../shared/db/database.js';
import { fromSubmitterId } from '../../shared/domain/ids.js';
import { findService, type ServiceCode } from '../../shared/services/index.js';
import { PRICE_LIST } from '../../shared/services/price-list.js';
import type { ApiDeps } from '../deps.js';
import { conflict, validationFailed } from '../errors/catalogue.js';
import { contextOf, identityOf } from '../http/context.js';
import { batchAct, requireStatus } from './change-batch.js';
import { ResumeBatchBody, StartBatchBody } from './requests.js';

/** How many rows of the batch `$1` are done with already, which says nothing about how fast the others will be. */
const DONE_SO_FAR = `(SELECT count(*) FROM batch_rows r
  WHERE r.batch_id = $1 AND r.state NOT IN ('ready', 'submitted', 'faulty'))`;

interface Waiting {
  service_code: ServiceCode;
  duplicate: boolean;
  count: number;
}

/**
 * POST …/start: approves the charge of all waiting rows and gives their consents, in the caller's name; workers submit
 * them from then on. `skip_duplicates` leaves out rows whose content was requested before.
 */
export function startBatch(deps: Pick<ApiDeps, 'db'>): RequestHandler {
  return batchAct(deps, StartBatchBody, async (sql, batch, { body, res }) => {
    requireStatus(batch, ['draft']);
    const waiting = await loadWaiting(sql, batch.id);
    const skip = body.skip_duplicates === true;
    const wanted = waiting.filter(({ duplicate }) => !(skip && duplicate));
    if (wanted.length === 0) throw conflict('This batch has no rows that can be submitted.');
    requireConsent(wanted, body.biometric_consent === true);
    // Approving the charge of all rows approves that of some of them.
    requireApproval([chargeOf(wanted), chargeOf(waiting)], body.credits_approved);
    if (skip) await skipDuplicates(sql, batch.id);
    const { actor, channel } = identityOf(res);
    await sql.query(
      `UPDATE batches SET status = 'running', reason = NULL, skip_duplicates = $2, biometric_consent = $3,
         charges = $4, price_release = $5, credits = $6, submitted_by = $7, submitter_id = $8, channel = $9,
         correlation_id = $10, started_at = now(), resumed_at = now(), changed_at = now(),
         settled_before = ${DONE_SO_FAR}
       WHERE id = $1`,
      [
        batch.id,
        skip,
        body.biometric_consent === true,
        JSON.stringify(currentCharges(waiting)),
        PRICE_LIST.release,
        chargeOf(waiting),
        actor,
        fromSubmitterId(actor),
        channel,
        contextOf(res).correlationId,
      ],
    );
  });
}

/** POST …/resume: resumes a paused batch; if prices have changed, only with the new charge approved. */
export function resumeBatch(deps: Pick<ApiDeps, 'db'>): RequestHandler {
  return batchAct(deps, ResumeBatchBody, async (sql, batch, { body, res }) => {
    requireStatus(batch, ['paused']);
    const waiting = await loadWaiting(sql, batch.id);
    const charges = currentCharges(waiting);
    const hasChanged = waiting.some(({ service_code: code }) => batch.charges[code] !== charges[code]);
    if (hasChanged || body.credits_approved !== undefined)
      requireApproval([chargeOf(waiting)], body.credits_approved);
    await noteSettled(sql, batch.id);
    const { actor, channel } = identityOf(res);
    await sql.query(
      `UPDATE batches SET status = 'running', reason = NULL, charges = charges || $2::jsonb, submitted_by = $3,
         submitter_id = $4, channel = $5, resumed_at = now(), changed_at = now(),
         settled_before = ${DONE_SO_FAR}
       WHERE id = $1`,
      [batch.id, JSON.stringify(charges), actor, fromSubmitterId(actor), channel],
    );
  });
}

function loadWaiting(sql: Sql, batchId: string): Promise<Waiting[]> {
  return sql.query<Waiting>(
    `SELECT service_code, duplicate, count(*)::int AS count FROM batch_rows
     WHERE batch_id = $1 AND state = 'ready' GROUP BY 1, 2`,
    [batchId],
  );
}

function chargeOf(waiting: readonly Waiting[]): number {
  return waiting.reduce((sum, { service_code: code, count }) => sum + count * PRICE_LIST.credits[code], 0);
}

function currentCharges(waiting: readonly Waiting[]): Partial<Record<ServiceCode, number>> {
  return Object.fromEntries(waiting.map(({ service_code: code }) => [code, PRICE_LIST.credits[code]]));
}

function requireConsent(wanted: readonly Waiting[], given: boolean): void {
  if (given || !wanted.some(({ service_code: code }) => findService(code)?.biometricConsentRequired)) return;
  const message =
    'A check in this batch returns the ID photograph. Send true once every person concerned has given explicit consent.';
  throw validationFailed([{ field: 'biometric_consent', code: 'must_be_true', message }]);
}

function requireApproval(charges: readonly number[], approved: number | undefined): void {
  if (approved !== undefined && charges.includes(approved)) return;
  const message = `The charge for this batch is now ${charges[0]} credits. Show it to the person who approves it, then send that number.`;
  throw validationFailed([{ field: 'credits_approved', code: 'charge_changed', message }]);
}

async function skipDuplicates(sql: Sql, batchId: string): Promise<void> {
  await sql.query(
    `UPDATE batch_rows SET state = 'skipped', input_sealed = NULL, subject_hash = NULL, name_hash = NULL
     WHERE batch_id = $1 AND state = 'ready' AND duplicate`,
    [batchId],
  );
}
