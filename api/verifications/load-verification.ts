import type { Sql } from '../../shared/db/database.js';
import type { Outcome } from '../../shared/domain/outcome.js';
import type { ServiceCode } from '../../shared/domain/services.js';
import type { ReviewReason, Status } from '../../shared/domain/states.js';

/** What the verification object is made of (contract 4.4). */
export interface VerificationRow {
  id: string;
  service_code: ServiceCode;
  subject_masked: string;
  data_key: Buffer;
  credits_reserved: number;
  credits_charged: number;
  status: Status;
  outcome: Outcome | null;
  label: string | null;
  review_reason: ReviewReason | null;
  correlation_id: string;
  version: number;
  created_at: Date;
  completed_at: Date | null;
  /** In the order of the service's checks. */
  checks: readonly { id: string; reference_sealed: Buffer | null }[];
}

/** The columns of VerificationRow, with `verifications AS v`. */
export const VERIFICATION_COLUMNS = `
  v.id, v.service_code, v.subject_masked, v.data_key, v.credits_reserved, v.credits_charged, v.status, v.outcome,
  v.label, v.review_reason, v.correlation_id, v.version, v.created_at, v.completed_at`;

interface JoinedRow extends Omit<VerificationRow, 'checks'> {
  check_id: string;
  reference_sealed: Buffer | null;
}

/** Reads one verification of this client, or undefined when the client has none with this id. */
export async function loadVerification(
  sql: Sql,
  clientId: string,
  id: string,
): Promise<VerificationRow | undefined> {
  const rows = await sql.query<JoinedRow>(
    `SELECT ${VERIFICATION_COLUMNS}, c.id AS check_id, c.reference_sealed
     FROM verifications v JOIN checks c ON c.verification_id = v.id
     WHERE v.client_id = $1 AND v.id = $2 ORDER BY c.position`,
    [clientId, id],
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  const { check_id, reference_sealed, ...verification } = first;
  const checks = rows.map((row) => ({ id: row.check_id, reference_sealed: row.reference_sealed }));
  return { ...verification, checks };
}

/** As much of a verification as tells whether it has changed. */
export interface VerificationVersion {
  id: string;
  status: Status;
  version: number;
}

/** Reads the version of one verification of this client, or undefined when the client has none with this id. */
export async function loadVersion(
  sql: Sql,
  clientId: string,
  id: string,
): Promise<VerificationVersion | undefined> {
  const [row] = await sql.query<VerificationVersion>(
    'SELECT id, status, version FROM verifications WHERE client_id = $1 AND id = $2',
    [clientId, id],
  );
  return row;
}
