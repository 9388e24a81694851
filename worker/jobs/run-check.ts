import type { Keyring } from '../../shared/crypto/keyring.js';
import { newId } from '../../shared/domain/ids.js';
import type { DurabilityKeeper } from '../../shared/durability/durability-keeper.js';
import type { Logger } from '../../shared/logger.js';
import type { SpanEnd, Tracing } from '../../shared/tracing/tracing.js';
import type { MarkedCall } from '../../shared/witness/witness.js';
import { type Claim, type ClaimDeps, claimCall, type Unclaimed } from '../checks/claim-call.js';
import { describeSettlement } from '../checks/describe-settlement.js';
import { type OpenCheck, openCheck } from '../checks/open-check.js';
import type { PendingCheck } from '../checks/pending-check.js';
import { askRightToSend } from '../checks/right-to-send.js';
import { type SettleDeps, settlePersistently } from '../checks/settle-persistently.js';
import type { WorkerMetrics } from '../metrics.js';
import type { Circuits } from '../providers/circuits.js';
import type { Providers } from '../providers/index.js';
import type { Provider } from '../providers/provider.js';
import type { Exchange, ProviderRequest, Verdict } from '../providers/types.js';
import { retryDelayMs } from '../retry-delay.js';
import { CheckJob, type WithoutCall } from './check-job.js';

export interface RunCheckDeps extends ClaimDeps {
  durability: Pick<DurabilityKeeper, 'state'>;
  spool: SettleDeps['spool'];
  providers: Providers;
  circuits: Circuits;
  keyring: Keyring;
  metrics: WorkerMetrics;
  logger: Logger;
  tracing: Tracing;
  /** The life of the worker's heartbeat: a call is sent only in the life it was claimed in. */
  life: () => number | undefined;
  /** Set once the process is stopping: no new call may start. */
  stopping: () => boolean;
}

/** `done`: nothing is left to do for the job. Otherwise it comes back after this many milliseconds. */
export type JobEnd = { done: true } | { done: false; retryInMs: number };

const DONE: JobEnd = { done: true };
/** Long enough that a job given back at shutdown is picked up by another worker rather than this one. */
const GIVEN_BACK_MS = 1_000;
/** Pause before retrying a check whose database has a history not yet adopted, or may lose commits. */
const ADOPTED_WITHIN_MS = 1_000;

/**
 * Runs one check: calls the provider unless that may already have happened, and settles the result. The job
 * may be delivered any number of times to any number of workers; the dispatch marker lets exactly one call
 * through. Throws CheckJobError.
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
  const provider = deps.providers.of(check);
  const request = provider.build(open.input);
  const circuit = deps.circuits.of(provider, request.path);
  const admission = circuit.admit(provider.timeoutMs);
  if (!admission.go) {
    job.endWithoutCall('route_closed');
    return { done: false, retryInMs: admission.waitMs };
  }

  const callId = newId();
  const claimedIn = deps.life();
  const claim = await claimIfAllowed({ check, callId, provider }, claimedIn, deps).catch((error: unknown) => {
    circuit.release(admission.epoch);
    throw error;
  });
  if (typeof claim === 'string' || claimedIn === undefined) {
    circuit.release(admission.epoch);
    const { why, end } = WITHOUT_CALL[typeof claim === 'string' ? claim : 'worker_silent'];
    job.endWithoutCall(why);
    return end;
  }
  const call = { check, marked: claim.claimed, claimedIn, open, provider, request, job };
  const verdict = await callAndSettle(call, deps, (exchange, result) => {
    // A request held back on an open connection says nothing about the route.
    if (exchange.kind === 'not_sent' && 'withheld' in exchange) circuit.release(admission.epoch);
    else circuit.record(result, admission.epoch);
  });
  return endOf(verdict, check.earlier_calls);
}

type NoCall = Unclaimed | 'stopping' | 'worker_silent' | 'not_durable';

/** How a job ends when its call may not be made. */
const WITHOUT_CALL: Readonly<Record<NoCall, { why: WithoutCall; end: JobEnd }>> = {
  stopping: { why: 'stopping', end: { done: false, retryInMs: GIVEN_BACK_MS } },
  worker_silent: { why: 'worker_silent', end: { done: false, retryInMs: GIVEN_BACK_MS } },
  taken: { why: 'nothing_to_do', end: DONE },
  history_changed: { why: 'history_changed', end: DONE },
  unknown_history: { why: 'unknown_history', end: { done: false, retryInMs: ADOPTED_WITHIN_MS } },
  not_durable: { why: 'not_durable', end: { done: false, retryInMs: ADOPTED_WITHIN_MS } },
  no_witness: { why: 'no_witness', end: { done: false, retryInMs: ADOPTED_WITHIN_MS } },
};

/** Claims the call unless this process is stopping or may count as dead, or the server may lose the claim. */
async function claimIfAllowed(
  call: Pick<Call, 'check' | 'provider'> & { callId: string },
  life: number | undefined,
  deps: RunCheckDeps,
): Promise<Claim | 'stopping' | 'worker_silent' | 'not_durable'> {
  if (deps.stopping()) return 'stopping';
  if (deps.durability.state === 'not_held') return 'not_durable';
  return life === undefined ? 'worker_silent' : claimCall(call.check, call.callId, call.provider.name, deps);
}

interface Call {
  check: PendingCheck;
  marked: MarkedCall;
  /** The worker's life in which the marker was written. */
  claimedIn: number;
  open: OpenCheck;
  provider: Provider;
  request: ProviderRequest;
  job: CheckJob;
}

async function callAndSettle(
  { check, marked, claimedIn, open, provider, request, job }: Call,
  deps: RunCheckDeps,
  record: (exchange: Exchange, verdict: Verdict) => void,
): Promise<Verdict> {
  const { callId } = marked;
  // The trace is not propagated to the provider: the format of its requests is fixed.
  const span = deps.tracing.start(`POST ${request.path}`, { kind: 'client', parent: job.traceparent });
  const startedAt = performance.now();
  // Ask both: either may be the one that forgets.
  const isOurs = async (): Promise<boolean> => {
    const { store, witness } = deps;
    const answers = await Promise.all([store.isStarted(callId), witness.mayStillSend(marked)]);
    return answers.every(Boolean);
  };
  const mayStillSend = askRightToSend({ isOurs, life: deps.life, claimedIn });
  const exchange = await provider.send(request, check.id, mayStillSend);
  const verdict = judgeSafely(provider, exchange, open, job.logger);
  record(exchange, verdict);
  const callMs = Math.round(performance.now() - startedAt);
  span.end(describeCall(request, exchange, verdict));
  deps.metrics.countCall(provider.name, request.path, verdict, callMs);
  const settlement = describeSettlement(check, callId, open.dataKey, exchange, verdict);
  await settlePersistently(settlement, job.traceparent, deps);
  if (settlement.result.status === 'pending') deps.witness.forget(check.id, callId).catch(() => undefined);
  const settled = { service: check.service_code, provider: provider.name, path: request.path };
  deps.metrics.countResult(settled, settlement.result, check.age_seconds + job.seconds());
  job.endWithCall({
    provider: provider.name,
    path: request.path,
    class: verdict.class,
    ...('reason' in verdict && { reason: verdict.reason }),
    ...(exchange.kind === 'answer' && { http_status: exchange.status }),
    call_ms: callMs,
  });
  return verdict;
}

function describeCall(request: ProviderRequest, exchange: Exchange, verdict: Verdict): SpanEnd {
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

/** A bug in an adapter must not lose a paid answer: the check goes to a person instead. */
function judgeSafely(provider: Provider, exchange: Exchange, { input }: OpenCheck, logger: Logger): Verdict {
  try {
    return provider.judge(exchange, input);
  } catch (error) {
    logger.error({ err: error }, 'answer could not be judged');
    return { class: 'uncertain', reason: 'wrong_schema', answerComplete: exchange.kind === 'answer' };
  }
}

function endOf(verdict: Verdict, earlierCalls: number): JobEnd {
  if (verdict.class === 'not_sent') {
    return { done: false, retryInMs: retryDelayMs('call', earlierCalls + 1) };
  }
  if (verdict.class !== 'refused_for_now') return DONE;
  return { done: false, retryInMs: verdict.retryAfterMs ?? retryDelayMs('call', earlierCalls + 1) };
}
