import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { NotDurableError } from '../../shared/acceptance/not-durable-error.js';
import { isRetryable, isServerFault, isUnavailable, isUnmigrated } from '../../shared/db/sqlstate.js';
import { UnknownCommitError } from '../../shared/db/unknown-commit.js';
import { docUrl } from '../../shared/doc-url.js';
import type { WireError } from '../../shared/wire/error.js';
import type { ApiDeps } from '../deps.js';
import { contextOf } from '../http/context.js';
import {
  ApiError,
  internalError,
  malformedRequest,
  notFound,
  payloadTooLarge,
  unsupportedMediaType,
} from './catalogue.js';
import { notDurable, serviceUnavailable } from './unavailable.js';

/** Answers every path no route matched. */
export const handleUnknownPath: RequestHandler = () => {
  throw notFound();
};

/**
 * The only place that turns an error into a response, in one format for all of them (contract 2). Counts internal
 * errors, and together with them two that no metric of their own shows: faults of a database that can be reached, and
 * transactions that lost to others on every attempt.
 */
export function handleErrors({
  metrics,
  config: { publicUrl },
}: {
  metrics: ApiDeps['metrics'];
  config: Pick<ApiDeps['config'], 'publicUrl'>;
}): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const answer = translate(error, req.method);
    if (answer.httpStatus === 500 || isServerFault(error) || isRetryable(error)) metrics.internalErrors.inc();
    sendError(res, answer, { error, publicUrl });
  };
}

function sendError(
  res: Response,
  answer: ApiError,
  { error, publicUrl }: { error: unknown; publicUrl: string | undefined },
): void {
  const { correlationId, requestId } = contextOf(res);
  logError(res, answer, error);
  if (res.headersSent) {
    // Too late for a proper answer: the connection is closed, so that the caller sees it is incomplete. Not left to
    // Express, which would print the error bypassing the logger and its rules.
    res.destroy();
    return;
  }
  // An error is the same JSON whatever form or wait was asked for, and an id that is none looks like one that is
  // unknown.
  for (const header of ['Vary', 'Preference-Applied']) res.removeHeader(header);
  const body: WireError = {
    status: answer.kind,
    message: answer.message,
    correlation_id: correlationId,
    doc_url: docUrl(publicUrl, answer.kind),
    ...(requestId !== undefined && { request_id: requestId }),
    ...answer.body,
  };
  res.status(answer.httpStatus).set(answer.headers).json(body);
}

function logError(res: Response, answer: ApiError, error: unknown): void {
  const { logger } = contextOf(res);
  if (answer.httpStatus === 500) logger.error({ err: error }, 'request failed because of a defect');
  else if (isServerFault(error)) logger.error({ err: error }, 'request failed because of the database');
  else if (isRetryable(error)) logger.error({ err: error }, 'request failed because of contention');
  else if (answer.kind === 'service_unavailable')
    logger.warn({ err: error }, isUnavailable(error) ? 'database unavailable' : 'temporarily unavailable');
  else if (res.headersSent) logger.warn({ reason: answer.kind }, 'response aborted');
}

/** The `type` values of express.json's errors (body-parser's documentation) and what they mean to the caller. */
const BODY_ERRORS: Readonly<Record<string, () => ApiError>> = {
  'entity.too.large': payloadTooLarge,
  'charset.unsupported': unsupportedMediaType,
  'encoding.unsupported': unsupportedMediaType,
};

function translate(error: unknown, method: string): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof NotDurableError) return notDurable();
  // Without its migrations, a release fails as it does by a defect; the line in the log says what to do.
  const isOfServer = isServerFault(error) && !isUnmigrated(error);
  if (isUnavailable(error) || isOfServer || isRetryable(error)) {
    return serviceUnavailable(method, error instanceof UnknownCommitError ? 'unknown' : 'no');
  }
  // Express throws this for a path with broken percent-encoding, which cannot name anything.
  if (error instanceof URIError) return notFound();
  const { type, status } = (error ?? {}) as { type?: unknown; status?: unknown };
  if (typeof type === 'string' && typeof status === 'number' && status < 500) {
    return BODY_ERRORS[type]?.() ?? malformedRequest('The body is not valid JSON. Send one JSON object.');
  }
  return internalError();
}
