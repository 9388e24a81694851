import type { Logger } from '../../shared/logger.js';
import type { CallSettlement } from '../../shared/settlement/settlement.js';
import type { SpanEnd, Tracing } from '../../shared/tracing/tracing.js';
import type { Witness } from '../../shared/witness/witness.js';
import type { MarkedCall } from '../../shared/witness/witnessed-calls.js';
import type { WorkerMetrics } from '../metrics.js';
import type { Provider } from '../providers/provider.js';
import type { Exchange, ProviderRequest, Verdict } from '../providers/types.js';
import type { CheckJob } from './check-job.js';
import type { CheckStore } from './check-store.js';
import { describeSettlement } from './describe-settlement.js';
import type { OpenCheck } from './open-check.js';
import type { PendingCheck } from './pending-check.js';
import { askRightToSend } from './right-to-send.js';
import { type SettleDeps, settlePersistently } from './settle-persistently.js';

export interface CallDeps extends SettleDeps {
  store: CheckStore;
  witness: Witness;
  metrics: WorkerMetrics;
  tracing: Tracing;
  /** The life of the worker's heartbeat: a call is sent only in the life it was claimed in. */
  life: () => number | undefined;
}

/** A call whose marker is committed. */
export interface Call {
  check: PendingCheck;
  marked: MarkedCall;
  /** The worker's life in which the marker was written. */
  claimedIn: number;
  open: OpenCheck;
  provider: Provider;
  request: ProviderRequest;
  job: CheckJob;
}

/** What is left of a call once its settlement is written down. */
interface Judged {
  settlement: CallSettlement;
  ending: CallEnding;
  facts: Readonly<Record<string, string | number>>;
}

/** What decides whether and when the job comes back. */
export interface CallEnding {
  class: Verdict['class'];
  /** Milliseconds the provider asked us to wait. */
  retryAfterMs?: number | undefined;
}

/**
 * Makes a marked call and settles its check by the answer; resolves to how it ended. `record` is told of it before the
 * settlement, which may take long.
 */
export async function callAndSettle(
  call: Call,
  deps: CallDeps,
  record: (exchange: Exchange, verdict: Verdict) => void,
): Promise<CallEnding> {
  const { check, marked, provider, request, job } = call;
  const { settlement, ending, facts } = await makeCall(call, deps, record);
  await settlePersistently(settlement, job.traceparent, deps);
  if (settlement.result.status === 'pending')
    deps.witness.forget(check.id, marked.callId).catch(() => undefined);
  const settled = { service: check.service_code, provider: provider.name, path: request.path };
  deps.metrics.countResult(settled, settlement.result, check.age_seconds + job.seconds());
  job.endWithCall(facts);
  return ending;
}

/**
 * Makes the call and describes its settlement. Ends before that is written, so that the answer and what was read from
 * it are not kept for as long: an answer may have 1 MiB, and a worker that runs out of memory loses all it has in hand.
 */
async function makeCall(
  { check, marked, claimedIn, open, provider, request, job }: Call,
  deps: CallDeps,
  record: (exchange: Exchange, verdict: Verdict) => void,
): Promise<Judged> {
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
  return {
    settlement: describeSettlement(check, callId, open.dataKey, exchange, verdict),
    ending: {
      class: verdict.class,
      ...(verdict.class === 'refused_for_now' && { retryAfterMs: verdict.retryAfterMs }),
    },
    facts: {
      provider: provider.name,
      path: request.path,
      class: verdict.class,
      ...('reason' in verdict && { reason: verdict.reason }),
      ...(exchange.kind === 'answer' && { http_status: exchange.status }),
      ...(exchange.kind === 'no_answer' && { error: exchange.error }),
      call_ms: callMs,
    },
  };
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
