import type { Keyring } from '../../shared/crypto/keyring.js';
import { newId } from '../../shared/domain/ids.js';
import type { DurabilityKeeper } from '../../shared/durability/durability-keeper.js';
import type { Circuits } from '../providers/circuits.js';
import type { Providers } from '../providers/index.js';
import { retryDelayMs } from '../retry-delay.js';
import { type Call, type CallDeps, type CallEnding, callAndSettle } from './call-and-settle.js';
import { CheckJob, type WithoutCall } from './check-job.js';
import { type Claim, type ClaimDeps, claimCall, type Unclaimed } from './claim-call.js';
import { openCheck } from './open-check.js';
import type { PendingCheck } from './pending-check.js';

export interface RunCheckDeps extends ClaimDeps, CallDeps {
  durability: Pick<DurabilityKeeper, 'state'>;
  providers: Providers;
  circuits: Circuits;
  keyring: Keyring;
  /** Set once the process is stopping: no new call may start. */
  stopping: () => boolean;
}

/** `done`: nothing is left to do for the job. Otherwise it comes back after this many milliseconds. */
export type JobEnd = { done: true } | { done: false; retryInMs: number };

const DONE: JobEnd = { done: true };
/** Long enough that a job given back at shutdown is picked up by another worker rather than this one. */
const GIVEN_BACK_MS = 1_000;
/** Pause before a check is tried again whose call could not be claimed: what is in its way usually passes soon. */
const CLAIM_AGAIN_MS = 1_000;

/**
 * Runs one check: calls the provider unless that may already have happened, and settles the result. The job
 * may be delivered any number of times to any number of workers; the dispatch marker lets exactly one call
 * through. `isFirst` if the job is delivered for the first time. Throws CheckJobError.
 */
export async function runCheck(checkId: string, deps: RunCheckDeps, isFirst = false): Promise<JobEnd> {
  const job = new CheckJob(checkId, deps);
  try {
    const check = await deps.store.load(checkId);
    if (check === undefined) {
      job.endWithoutCall('nothing_to_do');
      return DONE;
    }
    job.belongsTo(check);
    return await callWhenPossible(check, job, deps, isFirst);
  } catch (error) {
    throw job.fail(error);
  }
}

async function callWhenPossible(
  check: PendingCheck,
  job: CheckJob,
  deps: RunCheckDeps,
  isFirst: boolean,
): Promise<JobEnd> {
  // Everything slow happens before the marker, so that as little as possible lies between it and the socket.
  const open = openCheck(check, deps.keyring);
  const provider = deps.providers.of(check);
  const request = provider.build(open.input);
  const waitMs = isFirst ? (provider.waitMs?.(request) ?? 0) : 0;
  if (waitMs > 0) {
    job.endWithoutCall('simulated_wait');
    return { done: false, retryInMs: waitMs };
  }
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
  const ending = await callAndSettle(call, deps, (exchange, result) => {
    // A request held back on an open connection says nothing about the route.
    if (exchange.kind === 'not_sent' && 'withheld' in exchange) circuit.release(admission.epoch);
    else circuit.record(result, admission.epoch);
  });
  return endOf(ending, check.earlier_calls);
}

type NoCall = Unclaimed | 'stopping' | 'worker_silent' | 'not_durable';

/** How a job ends when its call may not be made. */
const WITHOUT_CALL: Readonly<Record<NoCall, { why: WithoutCall; end: JobEnd }>> = {
  stopping: { why: 'stopping', end: { done: false, retryInMs: GIVEN_BACK_MS } },
  worker_silent: { why: 'worker_silent', end: { done: false, retryInMs: GIVEN_BACK_MS } },
  taken: { why: 'nothing_to_do', end: DONE },
  history_changed: { why: 'history_changed', end: DONE },
  unknown_history: { why: 'unknown_history', end: { done: false, retryInMs: CLAIM_AGAIN_MS } },
  not_durable: { why: 'not_durable', end: { done: false, retryInMs: CLAIM_AGAIN_MS } },
  no_witness: { why: 'no_witness', end: { done: false, retryInMs: CLAIM_AGAIN_MS } },
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

function endOf(ending: CallEnding, earlierCalls: number): JobEnd {
  if (ending.class === 'not_sent') {
    return { done: false, retryInMs: retryDelayMs('call', earlierCalls + 1) };
  }
  if (ending.class !== 'refused_for_now') return DONE;
  return { done: false, retryInMs: ending.retryAfterMs ?? retryDelayMs('call', earlierCalls + 1) };
}
