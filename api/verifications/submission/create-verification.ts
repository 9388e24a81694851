import type { Request, RequestHandler, Response } from 'express';
import type { CreateRequest } from '../../../shared/acceptance/create-request.js';
import { prepareSubmission } from '../../../shared/acceptance/prepare-submission.js';
import type { Acceptance, Submission } from '../../../shared/acceptance/submission.js';
import { toPublicId } from '../../../shared/domain/ids.js';
import { modeOf } from '../../../shared/domain/mode.js';
import type { Caller } from '../../auth/authorise-callers.js';
import type { ApiDeps } from '../../deps.js';
import { conflict, insufficientCredits, limitReached, validationFailed } from '../../errors/catalogue.js';
import { callerOf, clientIdOf, contextOf, identityOf, nameVerification } from '../../http/context.js';
import { disconnectController } from '../../http/disconnect.js';
import { appliedWait } from '../../http/prefer-header.js';
import { Query } from '../../http/query.js';
import type { RequestLimit } from '../../limits/request-limit.js';
import { presentLimit } from '../../spending/present-limit.js';
import { loadVerifications, verificationReader } from '../load-verification.js';
import { preferencesOf } from '../preferences-of.js';
import { createAcceptor } from './acceptor.js';
import { answerNew, answerReplay } from './answer-submission.js';
import { readCreateRequest } from './create-request.js';

/**
 * POST /api/v1/verifications: validates, accepts in one commit, enqueues the checks, and waits for the result as long
 * as the caller likes (contract 4.1 to 4.3). Nothing is answered before the commit, and the wait delays nothing: the
 * work continues if the caller hangs up.
 */
export function createVerification(deps: ApiDeps & { requestLimit: RequestLimit }): RequestHandler {
  const accept = createAcceptor(deps);
  const read = verificationReader(deps.db, loadVerifications);
  return async (req, res) => {
    const clientId = clientIdOf(res);
    const keys = req.headersDistinct['idempotency-key'] ?? [];
    const request = readCreateRequest(req.body, keys, new Date(), new Query(req.query).faults(), {
      mode: modeOf(clientId),
    });
    await deps.requestLimit.consume(clientId, res);
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
    if (acceptance.kind !== 'replay') throw refusalOf(acceptance, submission.credits);
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
  const { clientId, verificationId: id } = submission;
  const { waitMs, respondAsync } = preferencesOf(req, clientId, deps);
  const patienceMs = waitMs ?? (respondAsync ? 0 : deps.config.syncWaitMs);
  const asked = [
    ...(respondAsync ? ['respond-async'] : []),
    ...(waitMs === undefined ? [] : [appliedWait(waitMs)]),
  ].join(', ');
  const applied = asked === '' ? undefined : asked;
  if (patienceMs === 0) return { over: Promise.resolve(), applied, cancel: () => undefined };
  const waiting = disconnectController(res);
  return {
    over: deps.settlements.wait({ clientId, id }, patienceMs, waiting.signal),
    applied,
    cancel: () => waiting.abort('cancelled'),
  };
}

function refusalOf(acceptance: Exclude<Acceptance, { kind: 'accepted' | 'replay' }>, credits: number): Error {
  if (acceptance.kind === 'unauthorized') return acceptance.refusal;
  if (acceptance.kind === 'insufficient_credits') {
    return insufficientCredits(acceptance.required, acceptance.available);
  }
  if (acceptance.kind === 'limit_reached') return limitReached(presentLimit(acceptance.limit), credits);
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
