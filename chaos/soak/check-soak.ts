import { statusesOf } from '../../harness/wait-until-settled.js';
import { type Finding, findBrokenPromises, findStrayCalls } from '../check/find-broken-promises.js';
import { findUntold } from '../check/find-untold.js';
import { replayAll } from '../check/replay-all.js';
import type { Submitter } from '../client/submit.js';
import type { Load } from './load.js';
import type { LossyCommits } from './lossy-commits.js';
import type { Strike } from './nemesis.js';
import type { Soak } from './soak.js';

export interface SoakReport {
  strikes: readonly Strike[];
  findings: readonly Finding[];
  /** Client requests, including probes. */
  requests: number;
  /** Answers by status, and lost connections. */
  answers: Record<string, number>;
  /** Verifications by final status. */
  statuses: Record<string, number>;
  /** Webhook messages accepted. */
  delivered: number;
  /** Lost commits, and lost answers to commits. */
  losses: LossyCommits['losses'];
  /** Processes that ended unexpectedly, and were restarted. */
  ownEnds: number;
}

/** What the service went through, and how it ended. */
export interface Torment {
  strikes: readonly Strike[];
  /** Whether nothing was pending in the end. */
  settled: boolean;
}

/** Checks everything from outside, once the faults are over. */
export async function checkSoak(
  soak: Soak,
  submitters: readonly Submitter[],
  torment: Torment,
): Promise<SoakReport> {
  const { cluster, load, receiver, db } = soak;
  const answers = countAnswers(load);
  // Each client knows only its own keys.
  const ofClient = (index: number) => load.requests.filter(({ client }) => client === index);
  const unanswered = await Promise.all(
    submitters.map((submitter, index) => replayAll(ofClient(index), submitter)),
  );
  return {
    strikes: torment.strikes,
    findings: [
      ...unanswered.flat(),
      ...(await findBroken(soak)),
      ...findStuck(load, torment),
      ...findUnexpected(answers),
    ],
    requests: load.requests.length,
    answers,
    statuses: await statusesOf(db),
    delivered: receiver.received().length,
    losses: cluster.commits.losses,
    ownEnds: cluster.slots.reduce((total, { ownEnds }) => total + ownEnds, 0),
  };
}

async function findBroken({ servers, load, receiver, endpointId, db }: Soak): Promise<Finding[]> {
  const calls = servers.provider.calls();
  const checks = await db.query<{ id: string }>('SELECT id FROM checks');
  return [
    ...(await findBrokenPromises(db, load.requests, calls)),
    ...findStrayCalls(calls, new Set(checks.map(({ id }) => id))),
    ...(endpointId === undefined ? [] : await findUntold(db, endpointId, receiver.received())),
  ];
}

function findStuck({ givenUp }: Load, { strikes, settled }: Torment): Finding[] {
  const unrecovered = strikes.filter(({ recoveryMs }) => recoveryMs === undefined);
  return [
    ...givenUp.map((what): Finding => ({ kind: 'lost', what })),
    ...unrecovered.map(({ kind }): Finding => {
      return { kind: 'stuck', what: `no request was completed after: ${kind}` };
    }),
    ...(settled ? [] : [{ kind: 'stuck', what: 'requests were still pending at the end' } as const]),
  ];
}

function countAnswers({ requests }: Load): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { answers } of requests) {
    for (const [status, times] of Object.entries(answers)) counts[status] = (counts[status] ?? 0) + times;
  }
  return counts;
}

/**
 * Whatever is broken, a client that follows the rules only ever sees acceptance, 429 and 503; and 408 if the service
 * closed a connection the client had opened but not used in time: nothing of the request was read, and it may be
 * repeated (RFC 9110, 15.5.9).
 */
function findUnexpected(answers: Record<string, number>): Finding[] {
  const allowed = ['200', '201', '202', '408', '429', '503', 'lost'];
  return Object.entries(answers)
    .filter(([status]) => !allowed.includes(status))
    .map(([status, times]) => ({ kind: 'answer', what: `${times} answers with status ${status}` }));
}
