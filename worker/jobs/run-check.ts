import { setTimeout as sleep } from 'node:timers/promises';
import type { Settlement } from '../../shared/commands/settlement.js';
import type { Keyring } from '../../shared/crypto/keyring.js';
import { isRetryable, isUnavailable } from '../../shared/db/sqlstate.js';
import { newId } from '../../shared/domain/ids.js';
import type { Logger } from '../../shared/logger.js';
import type { SpanEnd, Tracing } from '../../shared/tracing/tracing.js';
import type { CheckStore } from '../checks/check-store.js';
import { describeSettlement } from '../checks/describe-settlement.js';
import { type OpenCheck, openCheck } from '../checks/open-check.js';
import type { PendingCheck } from '../checks/pending-check.js';
import type { WorkerMetrics } from '../metrics.js';
import { type Circuits, retryDelayMs } from '../provider/circuit.js';
import type { ProviderClient } from '../provider/client.js';
import { judge } from '../provider/outcome-table.js';
import { type ReportTypes, routeOf } from '../provider/routes/index.js';
import type { Exchange, UpstreamRequest, Verdict } from '../provider/types.js';
import { CheckJob } from './check-job.js';

export interface RunCheckDeps {
  store: CheckStore;
  provider: ProviderClient;
  circuits: Circuits;
  keyring: Keyring;
  reportTypes: ReportTypes;
  metrics: WorkerMetrics;
  logger: Logger;
  tracing: Tracing;
  /** Set when the process is to stop: no new call may begin. */
  stopping: () => boolean;
}

/** `done`: nothing is left to do for the job. Otherwise it is to come back after so many milliseconds. */
export type JobEnd = { done: true } | { done: false; retryInMs: number };

const DONE: JobEnd = { done: true };
/** Long enough that a job given back at shutdown is picked up by another worker and not by this one. */
const GIVEN_BACK_MS = 1_000;

/**
 * Runs one check: calls the provider if that has certainly not happened yet, and settles what came back. The job may
 * be delivered any number of times and to any number of workers; the dispatch marker lets one call through. Throws
 * CheckJobError.
 */
export async function runCheck(checkId: string, deps: RunCheckDeps): Promise<JobEnd> {
  const job = new CheckJob(checkId, deps);
  try {
    const check = await deps.store.load(checkId);
    if (check === undefined) {
      job.endWithoutCall('nothing_to_do');
      return DONE;
    }
    job.belongsTo(check);
    return await callWhenPossible(check, job, deps);
  } catch (error) {
    throw job.fail(error);
  }
}

async function callWhenPossible(check: PendingCheck, job: CheckJob, deps: RunCheckDeps): Promise<JobEnd> {
  // Everything slow happens before the marker, so that as little as possible lies between it and the socket.
  const open = openCheck(check, deps.keyring);
  const request = routeOf(check.service_code).buildRequest(open.input, deps.reportTypes);
  const circuit = deps.circuits.of(request.path);
  const admission = circuit.admit(deps.provider.timeoutMs);
  if (!admission.go) {
    job.endWithoutCall('route_closed');
    return { done: false, retryInMs: admission.waitMs };
  }

  const callId = newId();
  const mayCall = await claim(check, callId, deps).catch((error: unknown) => {
    circuit.release(admission.epoch);
    throw error;
  });
  if (mayCall !== true) {
    circuit.release(admission.epoch);
    job.endWithoutCall(mayCall.done ? 'nothing_to_do' : 'stopping');
    return mayCall;
  }
  const verdict = await callAndSettle({ check, callId, open, request, job }, deps, (result) =>
    circuit.record(result, admission.epoch),
  );
  return endOf(verdict, check.earlier_calls);
}

/** Commits the dispatch marker; anything but true says how the job ends without a call. */
async function claim(check: PendingCheck, callId: string, deps: RunCheckDeps): Promise<true | JobEnd> {
  if (deps.stopping()) return { done: false, retryInMs: GIVEN_BACK_MS };
  const marked = await deps.store.mark({ checkId: check.id, callId, clientId: check.client_id });
  return marked ? true : DONE;
}

interface Call {
  check: PendingCheck;
  callId: string;
  open: OpenCheck;
  request: UpstreamRequest;
  job: CheckJob;
}

async function callAndSettle(
  { check, callId, open, request, job }: Call,
  deps: RunCheckDeps,
  record: (verdict: Verdict) => void,
): Promise<Verdict> {
  // The provider is told nothing of the trace: what goes over the wire to it is fixed.
  const span = deps.tracing.start(`POST ${request.path}`, { kind: 'client', parent: job.traceparent });
  const startedAt = performance.now();
  const exchange = await deps.provider.send(request, check.id);
  const verdict = judgeSafely(exchange, open, job.logger);
  record(verdict);
  const callMs = Math.round(performance.now() - startedAt);
  span.end(describeCall(request, exchange, verdict));
  deps.metrics.countCall(request.path, verdict, callMs);
  const settlement = describeSettlement(check, callId, open.dataKey, exchange, verdict);
  await settlePersistently(settlement, job.traceparent, deps);
  deps.metrics.countResult(check.service_code, request.path, settlement.result);
  job.endWithCall({
    path: request.path,
    class: verdict.class,
    ...('reason' in verdict && { reason: verdict.reason }),
    ...(exchange.kind === 'answer' && { http_status: exchange.status }),
    call_ms: callMs,
  });
  return verdict;
}

function describeCall(request: UpstreamRequest, exchange: Exchange, verdict: Verdict): SpanEnd {
  return {
    attributes: {
      'http.request.method': 'POST',
      'url.template': request.path,
      ...(exchange.kind === 'answer'
        ? { 'http.response.status_code': exchange.status }
        : { 'error.type': exchange.error }),
      'provider.verdict': verdict.class,
    },
    failed: verdict.class === 'not_sent' || verdict.class === 'uncertain',
  };
}

/** A defect in an adapter must not lose a paid answer: a person looks at it instead. */
function judgeSafely(exchange: Exchange, { input }: OpenCheck, logger: Logger): Verdict {
  try {
    return judge(exchange, input);
  } catch (error) {
    logger.error({ err: error }, 'answer could not be judged');
    return { class: 'uncertain', reason: 'wrong_schema', answerComplete: exchange.kind === 'answer' };
  }
}

const SETTLE_AGAIN_MS = 500;
const SETTLE_FOR_MS = 10 * 60_000;

/**
 * Settles, and holds on to a paid answer while the database is away or too busy: giving it up would turn it into a
 * review. The limit only keeps a process from holding answers for ever; by then the reconciler has put the check into review.
 */
async function settlePersistently(
  settlement: Settlement,
  traceparent: string | undefined,
  deps: RunCheckDeps,
): Promise<void> {
  const giveUpAt = performance.now() + SETTLE_FOR_MS;
  for (;;) {
    try {
      return await deps.store.settle(settlement, traceparent);
    } catch (error) {
      const passing = isUnavailable(error) || isRetryable(error);
      if (!passing || performance.now() > giveUpAt) {
        deps.metrics.countDroppedAnswer();
        throw error;
      }
      await sleep(SETTLE_AGAIN_MS);
    }
  }
}

function endOf(verdict: Verdict, earlierCalls: number): JobEnd {
  if (verdict.class === 'not_sent') {
    return { done: false, retryInMs: retryDelayMs(earlierCalls + 1, Math.random) };
  }
  if (verdict.class !== 'refused_for_now') return DONE;
  return { done: false, retryInMs: verdict.retryAfterMs ?? retryDelayMs(earlierCalls + 1, Math.random) };
}
