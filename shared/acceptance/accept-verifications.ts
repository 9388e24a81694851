import type { Database, Sql } from '../db/database.js';
import type { Verification } from '../db/entities/verification.entity.js';
import type { RowOf } from '../db/row-of.js';
import { type Limit, Spending } from '../domain/spending.js';
import { readAcceptingDatabase } from '../history/accepting-database.js';
import { lockWallets, walletOf } from '../ledger/lock-wallets.js';
import { areCurrentAt, readLimits } from '../spending/read-limits.js';
import type { AcceptingDatabase } from '../witness/acknowledgements.js';
import { decideAcceptances, type KeyHolder, keyOf } from './decide-acceptances.js';
import { findDuplicates } from './find-duplicates.js';
import { NotDurableError } from './not-durable-error.js';
import type { Acceptance, Submission } from './submission.js';
import type { ChainEnd } from './write-acceptances.js';
import { writeDecision } from './write-decision.js';

/**
 * Accepts a batch of submissions in one transaction: verifications, checks, consent evidence, reservations and ledger
 * lines are written together or not at all. The wallet locks serialise all submissions of a client across all API
 * processes, so that of two requests with one key, or for the last credits, only one can win. Callers are authorised
 * once more under these locks, which anything that revokes a token, key or account also waits for. The locks are writes
 * themselves, so even a batch that finds everything already accepted waits for the synchronous standbys. Results are in
 * the order given. Throws NotDurableError on a server that may lose what is acknowledged.
 */
export function acceptVerifications<Caller = never>(
  db: Pick<Database, 'transaction'>,
  submissions: readonly Submission<Caller>[],
  { authoriseCallers = authoriseNobody, onDatabase, durable = 'true', alongside }: AcceptOptions<Caller> = {},
): Promise<Acceptance[]> {
  return db.transaction(async (sql) => {
    const clientIds = submissions.map(({ clientId }) => clientId);
    const [wallets, { holders, chainEnds }, duplicates, refusalOf, database, limits] = await Promise.all([
      lockWallets(sql, clientIds),
      readClients(sql, submissions),
      readDuplicates(sql, submissions),
      authoriseAll(sql, submissions, authoriseCallers),
      readAcceptingDatabase(sql, durable),
      readLimitsFor(sql, submissions),
    ]);
    if (database?.durable === false) throw new NotDurableError();
    onDatabase?.(database);
    // Around midnight the clock of the statement that read the limits may be in an earlier period than the moment
    // stamped on this transaction.
    const present = areCurrentAt(limits, wallets.now)
      ? limits
      : await readLimitsFor(sql, submissions, wallets.now);
    const spending = new Spending(present);
    const decision = decideAcceptances(
      submissions,
      refusalOf,
      (clientId) => walletOf(wallets, clientId),
      { holders, duplicates, spending },
      wallets.now,
    );
    await alongside?.(sql, decision.acceptances);
    await writeDecision(sql, decision, { spending, wallets, chainEnds });
    return decision.acceptances;
  });
}

/** Authorises callers as they stand in this transaction; says why one of them may not proceed. */
export type AuthoriseCallers<Caller> = (
  sql: Sql,
  callers: readonly Caller[],
) => Promise<(caller: Caller) => Error | undefined>;

/** Only the service itself submits without a caller. */
const authoriseNobody = async () => (): never => {
  throw new Error('Bug: a caller, and nobody to judge it');
};

function authoriseAll<Caller>(
  sql: Sql,
  submissions: readonly Submission<Caller>[],
  authoriseCallers: AuthoriseCallers<Caller>,
): ReturnType<AuthoriseCallers<Caller>> {
  return authoriseCallers(
    sql,
    submissions.flatMap(({ caller }) => (caller === null ? [] : [caller])),
  );
}

export interface AcceptOptions<Caller> {
  authoriseCallers?: AuthoriseCallers<Caller>;
  /** Called with the database everything is written to. */
  onDatabase?(database: AcceptingDatabase | undefined): void;
  /** SQL condition the server must meet for anything to be accepted (DurabilityDemand). */
  durable?: string;
  /** Writes what must be committed together with the acceptances. */
  alongside?(sql: Sql, acceptances: readonly Acceptance[]): Promise<void>;
}

type HolderRow = RowOf<
  Verification,
  'id' | 'idempotency_key' | 'fingerprint' | 'service_code' | 'purpose' | 'created_at'
>;

/** A verification that holds a wanted key or, with `evidence_no`, a client's newest evidence. */
type FoundRow = { client_id: string } & (
  | (HolderRow & { evidence_no: null })
  | { evidence_no: number; hash: Buffer }
);

// Only indexes on the key can serve these conditions, and one of them starts with the key, so the plan uses it whatever
// the statistics say. `client_id = …` alone would admit every index on the client: a plan made at 150 rows read all
// rows of one. Here the client is part of a row comparison, which is evaluated in the index but ends no scan before
// PostgreSQL 18, so the equality on the key has to. COLLATE "C" is the order of that index: bytes, which no library
// upgrade changes.
const FIND = `
  SELECT v.client_id, v.id, v.idempotency_key, v.fingerprint, v.service_code, v.purpose, v.created_at,
    NULL AS evidence_no, NULL AS hash
  FROM unnest($1::uuid[], $2::text[]) AS wanted (client_id, idempotency_key) JOIN verifications AS v
    ON v.idempotency_key COLLATE "C" = wanted.idempotency_key
    AND (v.idempotency_key COLLATE "C", v.client_id) >= (wanted.idempotency_key, wanted.client_id)
    AND (v.idempotency_key COLLATE "C", v.client_id) <= (wanted.idempotency_key, wanted.client_id)
  UNION ALL
  SELECT newest.client_id, NULL, NULL, NULL, NULL, NULL, NULL, newest.evidence_no, newest.hash
  FROM unnest($3::uuid[]) AS wanted (client_id) CROSS JOIN LATERAL (
    SELECT client_id, evidence_no, hash FROM consent_evidence e
    WHERE e.client_id = wanted.client_id ORDER BY evidence_no DESC LIMIT 1
  ) AS newest`;

/**
 * Reads who holds the wanted keys, and the end of each client's evidence chain. Must be sent after the statement that
 * locks the wallets, as a separate statement: it then runs with the locks held and sees everything others committed
 * before.
 */
async function readClients(
  sql: Sql,
  submissions: readonly Submission[],
): Promise<{ holders: Map<string, KeyHolder>; chainEnds: Map<string, ChainEnd> }> {
  const rows = await sql.query<FoundRow>(FIND, [
    submissions.map(({ clientId }) => clientId),
    submissions.map(({ idempotencyKey }) => idempotencyKey),
    [...new Set(submissions.map(({ clientId }) => clientId))],
  ]);
  const holders = new Map<string, KeyHolder>();
  const chainEnds = new Map<string, ChainEnd>();
  for (const row of rows) {
    if (row.evidence_no !== null) chainEnds.set(row.client_id, row);
    else holders.set(keyOf(row.client_id, row.idempotency_key), holderOf(row));
  }
  return { holders, chainEnds };
}

function holderOf(row: HolderRow): KeyHolder {
  return {
    verificationId: row.id,
    fingerprint: row.fingerprint,
    serviceCode: row.service_code,
    purpose: row.purpose,
    createdAt: row.created_at,
  };
}

/** Reads, also under the locks, the spending limits of the clients and of the users or keys submitting for them. */
function readLimitsFor(sql: Sql, submissions: readonly Submission[], moment?: Date): Promise<Limit[]> {
  const clientIds = submissions.map(({ clientId }) => clientId);
  const submitters = submissions.flatMap(({ submittedBy }) => submittedBy ?? []);
  return readLimits(sql, clientIds, [...clientIds, ...submitters], moment);
}

/** Reads, also under the locks, which submissions that refuse duplicates have one, each in its own number of days. */
async function readDuplicates<Caller>(
  sql: Sql,
  submissions: readonly Submission<Caller>[],
): Promise<Map<Submission<Caller>, string>> {
  const wary = submissions.flatMap((submission) => {
    const { refuseDuplicateDays: days, subject } = submission;
    if (days === null) return [];
    return [{ submission, ...submission, subjectHash: subject.hash, nameHash: subject.nameHash, days }];
  });
  const rows = await findDuplicates<{ id: string }>(sql, wary, 'v.id', 1);
  return new Map(
    rows.flatMap(({ place, id }) => {
      const submission = wary[place - 1]?.submission;
      return submission === undefined ? [] : [[submission, id]];
    }),
  );
}
