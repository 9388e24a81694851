import type { Request, Response } from 'express';
import { goneMeanwhile } from '../../../shared/acceptance/acknowledge.js';
import type { Submission } from '../../../shared/acceptance/submission.js';
import { toPublicId } from '../../../shared/domain/ids.js';
import { readResult, recordResult } from '../../access-log/record-access.js';
import type { ApiDeps } from '../../deps.js';
import { ApiError } from '../../errors/catalogue.js';
import { disconnectSignal } from '../../http/disconnect.js';
import { appliedWait } from '../../http/prefer-header.js';
import { sendJson } from '../../http/send-json.js';
import type { VerificationKey, VerificationRow } from '../load-verification.js';
import { PENDING_RETRY_AFTER_SECONDS } from '../pending-retry-after.js';
import { preferencesOf } from '../preferences-of.js';
import { presentProviderUnavailable, presentVerification } from '../present-verification.js';

type AnswerDeps = Pick<ApiDeps, 'config' | 'settlements' | 'accessLog'> & {
  read: (key: VerificationKey) => Promise<VerificationRow | undefined>;
};

/**
 * Answers a submission that was just accepted: 201 with the result, 202 if there is none yet, or 503 if the provider
 * gave no answer. `applied` is the value of Preference-Applied; with `respond-async` the result is not looked up.
 */
export async function answerNew(
  submission: Submission,
  createdAt: Date,
  applied: string | undefined,
  req: Request,
  res: Response,
  { config, accessLog }: Pick<AnswerDeps, 'config' | 'accessLog'>,
): Promise<void> {
  const { clientId, verificationId: id } = submission;
  const row =
    applied === 'respond-async'
      ? pendingRow(submission, createdAt)
      : await readResult({ accessLog }, req, res, { clientId, id }).catch((error: unknown) => {
          if (error instanceof ApiError) throw error;
          return pendingRow(submission, createdAt);
        });
  if (row === undefined) throw goneMeanwhile();
  if (applied !== undefined) res.set('Preference-Applied', applied);
  res.location(`/api/v1/verifications/${toPublicId('verification', id)}`);
  const { encryptionKeys } = config;
  if (row.status === 'manual_review' && row.review_reason === 'no_answer') {
    sendJson(res, 503, presentProviderUnavailable(row, config));
    return;
  }
  if (row.status === 'pending') res.set('Retry-After', String(PENDING_RETRY_AFTER_SECONDS));
  sendJson(res, row.status === 'completed' ? 201 : 202, presentVerification(row, encryptionKeys));
}

/**
 * The accepted verification without reading it back, so that it works even if the database has gone away since the
 * commit.
 */
function pendingRow(submission: Submission, createdAt: Date): VerificationRow {
  return {
    id: submission.verificationId,
    service_code: submission.service.code,
    reference: submission.reference,
    subject_masked: submission.subject.masked,
    data_key: submission.dataKeySealed,
    credits_reserved: submission.credits,
    credits_charged: 0,
    status: 'pending',
    outcome: null,
    label: null,
    review_reason: null,
    correlation_id: submission.correlationId,
    version: 1,
    created_at: createdAt,
    completed_at: null,
    erased_at: null,
    checks: [],
  };
}

/** Answers a repeated submission with the verification it stands for; it only waits if it asks to (contract 4.3). */
export async function answerReplay(
  key: VerificationKey,
  req: Request,
  res: Response,
  { config, settlements, read, accessLog }: AnswerDeps,
): Promise<void> {
  const { waitMs } = preferencesOf(req, key.clientId, { settlements });
  const settled = settlements.wait(key, waitMs ?? 0, disconnectSignal(res));
  let row = await read(key);
  if (row?.status === 'pending' && waitMs !== undefined) {
    await settled;
    row = await readResult({ accessLog }, req, res, key);
  } else await recordResult({ accessLog }, req, res, row, key.clientId);
  if (row === undefined) throw goneMeanwhile();
  if (waitMs !== undefined) res.set('Preference-Applied', appliedWait(waitMs));
  if (row.status === 'pending') res.set('Retry-After', String(PENDING_RETRY_AFTER_SECONDS));
  res.location(`/api/v1/verifications/${toPublicId('verification', key.id)}`);
  sendJson(res, 200, presentVerification(row, config.encryptionKeys, { replay: true }));
}
