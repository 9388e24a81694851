import { lockWallets, walletOf } from '../../shared/commands/lock-wallets.js';
import { writeLedger } from '../../shared/commands/write-ledger.js';
import { CHAIN_START } from '../../shared/crypto/keyed-hash.js';
import { BulkWrite, type Columns } from '../../shared/db/bulk-write.js';
import type { Database, Sql } from '../../shared/db/database.js';
import type { ServiceCode } from '../../shared/domain/services.js';
import { CONSENT_COLUMNS, type ConsentRow, consentHash } from '../../shared/evidence/consent-record.js';
import { type Decision, decideAcceptances, type KeyHolder, keyOf } from './decide-acceptances.js';
import type { Acceptance, Submission } from './submission.js';

/**
 * Accepts a batch of submissions in one transaction: verifications, checks, consent evidence, reservations and ledger
 * lines stand together or not at all. The wallet locks put all submissions of a client into one order across all API
 * processes, so that two requests with one key, or for the last credits, cannot both win. Answers in the order given.
 */
export function acceptVerifications(
  db: Pick<Database, 'transaction'>,
  submissions: readonly Submission[],
): Promise<Acceptance[]> {
  return db.transaction(async (sql) => {
    const clientIds = submissions.map(({ clientId }) => clientId);
    const [wallets, { holders, chainEnds }] = await Promise.all([
      lockWallets(sql, clientIds),
      readClients(sql, submissions),
    ]);
    const decision = decideAcceptances(
      submissions,
      (clientId) => walletOf(wallets, clientId),
      holders,
      wallets.now,
    );
    if (decision.accepted.length > 0) {
      const write = new BulkWrite();
      writeVerifications(write, decision, wallets.now);
      writeEvidence(write, decision, wallets.now, chainEnds);
      const lines = decision.accepted.map(({ submission, line }) => ({
        line,
        verificationId: submission.verificationId,
      }));
      writeLedger(write, lines, wallets);
      await write.finish(sql);
    }
    return decision.acceptances;
  });
}

type ChainEnd = Pick<ConsentRow, 'evidence_no' | 'hash'>;

interface HolderRow {
  id: string;
  idempotency_key: string;
  fingerprint: Buffer | null;
  service_code: ServiceCode;
  purpose: string;
  created_at: Date;
}

/** A verification that holds a wanted key, or, with `evidence_no`, the newest evidence of a client. */
type FoundRow = { client_id: string } & (
  | (HolderRow & { evidence_no: null })
  | { evidence_no: number; hash: Buffer }
);

// The first key that is not below the wanted one, of all clients in their order: only the unique index has them in this
// order, and others could only narrow it down to a third of the table, so the plan is that index whatever the statistics
// say. With the client as a condition of its own a plan that was made at 150 rows read all rows of the client.
const FIND = `
  SELECT v.client_id, v.id, v.idempotency_key, v.fingerprint, v.service_code, v.purpose, v.created_at,
    NULL AS evidence_no, NULL AS hash
  FROM unnest($1::uuid[], $2::text[]) AS wanted (client_id, idempotency_key) CROSS JOIN LATERAL (
    SELECT client_id, id, idempotency_key, fingerprint, service_code, purpose, created_at FROM verifications
    WHERE (client_id, idempotency_key) >= (wanted.client_id, wanted.idempotency_key)
    ORDER BY client_id, idempotency_key LIMIT 1
  ) AS v WHERE (v.client_id, v.idempotency_key) = (wanted.client_id, wanted.idempotency_key)
  UNION ALL
  SELECT newest.client_id, NULL, NULL, NULL, NULL, NULL, NULL, newest.evidence_no, newest.hash
  FROM unnest($3::uuid[]) AS wanted (client_id) CROSS JOIN LATERAL (
    SELECT client_id, evidence_no, hash FROM consent_evidence e
    WHERE e.client_id = wanted.client_id ORDER BY evidence_no DESC LIMIT 1
  ) AS newest`;

/**
 * Reads who holds the wanted keys, and where the evidence chain of each client ends. Must be sent behind the statement
 * that locks the wallets, as one of its own: it is then run with the locks held, and sees everything that others have
 * committed before.
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

const VERIFICATION_COLUMNS = {
  id: 'uuid',
  client_id: 'uuid',
  idempotency_key: 'text',
  fingerprint: 'bytea',
  service_code: 'text',
  subject_type: 'text',
  subject_masked: 'text',
  subject_hash: 'bytea',
  data_key: 'bytea',
  subject_sealed: 'bytea',
  parameters_sealed: 'bytea',
  purpose: 'text',
  price_release: 'text',
  credits: 'integer',
  credits_reserved: 'integer',
  correlation_id: 'text',
  traceparent: 'text',
  created_at: 'timestamptz',
} as const satisfies Columns;

const CHECK_COLUMNS = {
  id: 'uuid',
  client_id: 'uuid',
  verification_id: 'uuid',
  position: 'smallint',
  service_code: 'text',
  rung_at: 'timestamptz',
  created_at: 'timestamptz',
} as const satisfies Columns;

function writeVerifications(write: BulkWrite, { accepted }: Decision, now: Date): void {
  const submissions = accepted.map(({ submission }) => submission);
  write.insert(
    'verifications',
    VERIFICATION_COLUMNS,
    submissions.map((submission) => ({
      id: submission.verificationId,
      client_id: submission.clientId,
      idempotency_key: submission.idempotencyKey,
      fingerprint: submission.fingerprint,
      service_code: submission.service.code,
      subject_type: submission.subject.type,
      subject_masked: submission.subject.masked,
      subject_hash: submission.subject.hash,
      data_key: submission.dataKeySealed,
      subject_sealed: submission.subject.sealed,
      parameters_sealed: submission.parametersSealed,
      purpose: submission.purpose,
      price_release: submission.priceRelease,
      credits: submission.credits,
      credits_reserved: submission.credits,
      correlation_id: submission.correlationId,
      traceparent: submission.traceparent ?? null,
      created_at: now,
    })),
  );
  write.insert(
    'checks',
    CHECK_COLUMNS,
    submissions.flatMap((submission) =>
      submission.service.checks.map((code, position) => ({
        id: submission.checkIds[position],
        client_id: submission.clientId,
        verification_id: submission.verificationId,
        position,
        service_code: code,
        rung_at: now,
        created_at: now,
      })),
    ),
  );
}

function writeEvidence(
  write: BulkWrite,
  { accepted }: Decision,
  now: Date,
  ends: Map<string, ChainEnd>,
): void {
  const rows = accepted.map(({ submission }) => {
    const end = ends.get(submission.clientId) ?? { evidence_no: 0, hash: CHAIN_START };
    const row = consentRow(submission, now, end);
    ends.set(submission.clientId, row);
    return row;
  });
  write.insert('consent_evidence', CONSENT_COLUMNS, rows);
}

function consentRow(submission: Submission, now: Date, previous: ChainEnd): ConsentRow {
  const record = {
    client_id: submission.clientId,
    evidence_no: previous.evidence_no + 1,
    verification_id: submission.verificationId,
    service_code: submission.service.code,
    subject_hash: submission.subject.evidenceHash,
    purpose: submission.purpose,
    // Only the literal true passes validation, so an accepted request has confirmed both.
    authority_confirmed: true,
    charge_approved: true,
    biometric_consent: submission.biometricConsent,
    credits: submission.credits,
    credits_approved: submission.creditsApproved,
    price_release: submission.priceRelease,
    recorded_by: submission.recordedBy,
    channel: submission.channel,
    recorded_at: now,
    previous_hash: previous.hash,
  };
  return { ...record, hash: consentHash(record) };
}
