import type { Request, RequestHandler, Response } from 'express';
import { goneMeanwhile } from '../../shared/acceptance/acknowledge.js';
import type { CreateRequest } from '../../shared/acceptance/create-request.js';
import { prepareSubmission } from '../../shared/acceptance/prepare-submission.js';
import type { Acceptance, Submission } from '../../shared/acceptance/submission.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { modeOf } from '../../shared/domain/mode.js';
import { readResult, recordResult } from '../access-log/record-access.js';
import type { Caller } from '../auth/judge-callers.js';
import type { ApiDeps } from '../deps.js';
import {
  ApiError,
  conflict,
  insufficientCredits,
  limitReached,
  validationFailed,
} from '../errors/catalogue.js';
import { callerOf, clientIdOf, contextOf, identityOf, nameVerification } from '../http/context.js';
import { hangUpController, hangUpSignal } from '../http/hang-up.js';
import { appliedWait, parsePrefer } from '../http/prefer.js';
import { Query } from '../http/query.js';
import { sendJson } from '../http/send-json.js';
import { createRequestLimit } from '../limits/request-limit.js';
import { presentLimit } from '../spending/present-limit.js';
import { createAcceptor } from './acceptor.js';
import { readCreateRequest } from './create-request.js';
import {
  loadVerifications,
  type VerificationKey,
  type VerificationRow,
  verificationReader,
} from './load-verification.js';
import { PENDING_RETRY_AFTER_SECONDS } from './pending-retry-after.js';
import { presentProviderUnavailable, presentVerification } from './present-verification.js';

/**
 * POST /api/v1/verifications: validates, accepts in one commit, enqueues the checks, and waits for the result as long
 * as the caller likes (contract 4.1 to 4.3). Nothing is answered before the commit, and the wait delays nothing: the
 * work continues if the caller hangs up.
 */
export function createVerification(deps: ApiDeps): RequestHandler {
  const accept = createAcceptor(deps);
  const limit = createRequestLimit(deps);
  const read = verificationReader(deps.db, loadVerifications);
  return async (req, res) => {
    const clientId = clientIdOf(res);
    const keys = req.headersDistinct['idempotency-key'] ?? [];
    const request = readCreateRequest(req.body, keys, new Date(), new Query(req.query).faults(), {
      mode: modeOf(clientId),
    });
    await limit.consume(clientId, res);
    const submission = prepare(request, clientId, res, deps);
    const wait = startWaiting(req, res, submission, deps);
    const acceptance = await accept(submission).catch((error: unknown) => {
      wait.cancel();
      throw error;
    });
    if (acceptance.kind === 'accepted') {
      nameVerification(res, submission.verificationId);
      await wait.over;
      await answerNew(submission, acceptance.createdAt, wait.applied, req, res, deps);
      return;
    }
    wait.cancel();
    if (acceptance.kind !== 'replay') throw refusalOf(acceptance);
    nameVerification(res, acceptance.verificationId);
    await answerReplay({ clientId, id: acceptance.verificationId }, req, res, { ...deps, read });
  };
}

function prepare(request: CreateRequest, clientId: string, res: Response, deps: ApiDeps): Submission<Caller> {
  const { actor, channel } = identityOf(res);
  const { correlationId, traceparent } = contextOf(res);
  const submitter = { caller: callerOf(res), clientId, actor, channel, correlationId, traceparent };
  return prepareSubmission(request, submitter, deps.config);
}

interface Wait {
  /** Resolves when the verification may be settled, or the time is up. */
  over: Promise<void>;
  /** The value of Preference-Applied, if the caller stated a preference. */
  applied: string | undefined;
  cancel(): void;
}

/** Starts listening before the work could possibly finish, so that no message is missed. */
function startWaiting(req: Request, res: Response, submission: Submission, deps: ApiDeps): Wait {
  const { waitMs, respondAsync } = parsePrefer(req.headers.prefer);
  const patienceMs = waitMs ?? (respondAsync ? 0 : deps.config.syncWaitMs);
  const asked = [
    ...(respondAsync ? ['respond-async'] : []),
    ...(waitMs === undefined ? [] : [appliedWait(waitMs)]),
  ].join(', ');
  const applied = asked === '' ? undefined : asked;
  if (patienceMs === 0) return { over: Promise.resolve(), applied, cancel: () => undefined };
  const { clientId, verificationId: id } = submission;
  const waiting = hangUpController(res);
  return {
    over: deps.settlements.wait({ clientId, id }, patienceMs, waiting.signal),
    applied,
    cancel: () => waiting.abort('cancelled'),
  };
}

function refusalOf(acceptance: Exclude<Acceptance, { kind: 'accepted' | 'replay' }>): Error {
  if (acceptance.kind === 'unauthorized') return acceptance.refusal;
  if (acceptance.kind === 'insufficient_credits') {
    return insufficientCredits(acceptance.required, acceptance.available);
  }
  if (acceptance.kind === 'limit_reached') return limitReached(presentLimit(acceptance.limit));
  if (acceptance.kind === 'duplicate') {
    return conflict(
      'The same check was requested before, and this request asked not to repeat it. Read that request, or send this one again without if_duplicate.',
      toPublicId('verification', acceptance.verificationId),
    );
  }
  const message =
    'This key belongs to another request. Use a new key for each check, or send that request unchanged.';
  return validationFailed(
    [{ field: 'idempotency_key', code: 'idempotency_key_reused', message }],
    toPublicId('verification', acceptance.verificationId),
  );
}

type AnswerDeps = Pick<ApiDeps, 'config' | 'settlements' | 'accessLog'> & {
  read: (key: VerificationKey) => Promise<VerificationRow | undefined>;
};

async function answerNew(
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

/** A replay only waits if it asks to (contract 4.3). */
async function answerReplay(
  key: VerificationKey,
  req: Request,
  res: Response,
  { config, settlements, read, accessLog }: AnswerDeps,
): Promise<void> {
  const { waitMs } = parsePrefer(req.headers.prefer);
  const settled = settlements.wait(key, waitMs ?? 0, hangUpSignal(res));
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
