import { findContradictions } from '../../harness/find-contradictions.js';
import { countPaid, type SandboxCall } from '../../sandbox/call-log.js';
import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { Finding } from '../check/find-broken-promises.js';
import type { ClientRequest } from '../client/request.js';
import { countReviews, type Reviews } from './reviews.js';

/** The results of one run's requests, as seen from outside. */
export interface Verdict {
  readonly findings: readonly Finding[];
  readonly requests: number;
  readonly reviews: Reviews;
  /** Acknowledged requests that are gone; each of them is named unless `findings` or `unnameable` say otherwise. */
  readonly lost: number;
  /** Those among them that are not named although the adoption reports that the witness was incomplete. */
  readonly unnameable: number;
}

interface Stored {
  id: string;
  key: string;
  status: string;
  erased: boolean;
}

/** The evidence about the run. */
export interface Evidence {
  readonly requests: readonly ClientRequest[];
  readonly calls: readonly SandboxCall[];
  readonly mayLose: boolean;
  /** Whether the last adoption found that the witness had missed nothing. */
  readonly witnessComplete: boolean;
}

/** Compares what clients were told and what the provider logged with the database, once nothing is pending. */
export async function judgeRun(sql: Sql, evidence: Evidence): Promise<Verdict> {
  const { requests, calls, mayLose, witnessComplete } = evidence;
  const stored = await readStored(sql, requests);
  const named = await readNamed(sql);
  const gone = findGone(requests, stored);
  const unnamed = gone.filter(({ id }) => !named.has(id));
  const contradictions = await findContradictions(sql);
  const excused = mayLose && !witnessComplete;
  return {
    findings: [
      ...findDoubleCalls(calls),
      ...findUnsettled(stored, requests),
      ...findErased(stored),
      ...(excused ? [] : unnamed.map(({ key, id }) => unnamedFinding(key, id))),
      ...(mayLose ? [] : gone.map(({ key, id }) => lostFinding(key, id))),
      ...stored
        .filter(({ id }) => named.has(toPublicId('verification', id)))
        .map(
          ({ key, id }): Finding => ({
            kind: 'unnamed',
            what: `${key} (${id}) is named as lost and is there`,
          }),
        ),
      ...contradictions.map(({ meaning, found }): Finding => {
        return { kind: 'imbalance', what: `${meaning}: ${JSON.stringify(found).slice(0, 500)}` };
      }),
    ],
    requests: requests.length,
    reviews: await countReviews(sql, requests),
    lost: gone.length,
    unnameable: excused ? unnamed.length : 0,
  };
}

function readStored(sql: Sql, requests: readonly ClientRequest[]): Promise<Stored[]> {
  return sql.query<Stored>(
    // Ordered by bytes, because an index in any other order may be broken.
    `SELECT id, idempotency_key AS key, status, erased_at IS NOT NULL AS erased FROM verifications
     WHERE idempotency_key COLLATE "C" = ANY($1::text[])`,
    [requests.map(({ key }) => key)],
  );
}

/** The requests the service reports as lost, under their clients' keys. */
async function readNamed(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ id: string }>('SELECT id FROM lost_requests');
  return new Set(rows.map(({ id }) => toPublicId('verification', id)));
}

/** Every id a client was told that no longer exists; a resent key may exist under another id. */
function findGone(
  requests: readonly ClientRequest[],
  stored: readonly Stored[],
): { key: string; id: string }[] {
  const there = new Map(stored.map(({ key, id }) => [key, toPublicId('verification', id)]));
  return requests.flatMap(({ key, ids }) =>
    [...ids].filter((id) => there.get(key) !== id).map((id) => ({ key, id })),
  );
}

/** Checks paid for more than once by the provider's own log; a lost check is called again under the same reference. */
function findDoubleCalls(calls: readonly SandboxCall[]): Finding[] {
  return Object.entries(countPaid(calls))
    .filter(([, times]) => times > 1)
    .map(([reference, times]) => ({
      kind: 'duplicate',
      what: `the provider was paid ${times} times for check ${reference}`,
    }));
}

function findUnsettled(stored: readonly Stored[], requests: readonly ClientRequest[]): Finding[] {
  const pending = stored.filter(({ status }) => status === 'pending');
  const refused = requests
    .flatMap(({ answers }) => Object.keys(answers))
    .filter((status) => !ALLOWED.has(status));
  return [
    ...pending.map(({ key, id }): Finding => ({ kind: 'stuck', what: `${key} (${id}) is never settled` })),
    ...refused.map((status): Finding => ({ kind: 'answer', what: `an answer with status ${status}` })),
  ];
}

/** No erasure was requested, so none may have happened. */
function findErased(stored: readonly Stored[]): Finding[] {
  const erased = stored.filter((request) => request.erased);
  return erased.map(({ key, id }) => ({ kind: 'erased', what: `${key} (${id}) is erased` }));
}

/** 401 because sessions end with the history they began in; the others as in the soak. */
const ALLOWED = new Set(['200', '201', '202', '401', '408', '429', '503', 'lost']);

function unnamedFinding(key: string, id: string): Finding {
  return { kind: 'unnamed', what: `${key} was accepted as ${id}, is gone, and nobody names it` };
}

function lostFinding(key: string, id: string): Finding {
  return { kind: 'lost', what: `${key} was accepted as ${id} and is gone` };
}
