import type { DatabasePool, Sql } from '../../shared/db/database.js';
import type { Verification } from '../../shared/db/entities/verification.entity.js';
import { filterOnly } from '../../shared/db/filter-only.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { ofClients } from '../../shared/db/scope.js';
import type { Status } from '../../shared/domain/states.js';
import { SCREENINGS } from '../../shared/services/index.js';
import { batchedRead, byPlace } from '../http/batched-read.js';
import { type SubmitterColumn, submitterColumn } from './submitter.js';

/** The data of a verification object (contract 4.4). */
export interface VerificationRow
  extends RowOf<
    Verification,
    | 'id'
    | 'service_code'
    | 'reference'
    | 'subject_masked'
    | 'data_key'
    | 'credits_reserved'
    | 'credits_charged'
    | 'status'
    | 'outcome'
    | 'label'
    | 'review_reason'
    | 'correlation_id'
    | 'version'
    | 'created_at'
    | 'completed_at'
    | 'erased_at'
  > {
  /** In the order of the service's checks. */
  checks: readonly {
    id: string;
    reference_sealed: Buffer | null;
    /** Only for a screening, whose hits the verification object counts; a report includes those of every check. */
    details_sealed: Buffer | null;
  }[];
}

/** The columns of VerificationRow, with `verifications AS v`. */
export const VERIFICATION_COLUMNS = `
  v.id, v.service_code, v.reference, v.subject_masked, v.data_key, v.credits_reserved, v.credits_charged, v.status, v.outcome,
  v.label, v.review_reason, v.correlation_id, v.version, v.created_at, v.completed_at,
  v.erased_at`;

interface JoinedRow extends Omit<VerificationRow, 'checks'> {
  place: number;
  check_id: string;
  reference_sealed: Buffer | null;
  details_sealed: Buffer | null;
}

/** Identifies one verification of one client; another client's id finds nothing. */
export interface VerificationKey {
  clientId: string;
  id: string;
}

/** Joins `verifications AS v` to the keys bound by `keyValues`; `wanted.place` is their 1-based position. */
export const WANTED_VERIFICATIONS = `
  FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS wanted (client_id, id, place)
  JOIN verifications v ON v.id = wanted.id AND ${filterOnly('v.client_id = wanted.client_id')}`;

export function keyValues(keys: readonly VerificationKey[]): string[][] {
  return [keys.map(({ clientId }) => clientId), keys.map(({ id }) => id)];
}

/** Makes a read of one verification that shares its statement with others; undefined if there is none. */
export function verificationReader<Row>(
  db: DatabasePool,
  read: (sql: Sql, keys: readonly VerificationKey[]) => Promise<readonly Row[]>,
): (key: VerificationKey) => Promise<Row> {
  return batchedRead({
    read: (keys) => read(db.scoped(ofClients(keys)), keys),
    nameOf: ({ clientId, id }) => `${clientId}/${id}`,
    laneOf: ({ clientId }) => clientId,
  });
}

/** Reads one verification of this client, or undefined if the client has none with this id. */
export async function loadVerification(
  sql: Sql,
  clientId: string,
  id: string,
): Promise<VerificationRow | undefined> {
  const [row] = await loadVerifications(sql, [{ clientId, id }]);
  return row;
}

/** Screenings as SQL lists them: only they count what they found, for which their facts are opened. */
const SCREENED = SCREENINGS.map((code) => `'${code}'`).join(', ');

/** Reads several verifications in one statement, in the order of the keys. */
export async function loadVerifications(
  sql: Sql,
  keys: readonly VerificationKey[],
): Promise<(VerificationRow | undefined)[]> {
  const rows = await sql.query<JoinedRow>(
    `SELECT wanted.place::int, ${VERIFICATION_COLUMNS}, c.id AS check_id, c.reference_sealed,
       CASE WHEN v.service_code IN (${SCREENED}) THEN c.details_sealed END AS details_sealed
     ${WANTED_VERIFICATIONS} JOIN checks c ON c.verification_id = v.id ORDER BY c.position`,
    keyValues(keys),
  );
  return byPlace(rows, keys.length).map(toVerification);
}

function toVerification(rows: readonly JoinedRow[]): VerificationRow | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const { place, check_id, reference_sealed, details_sealed, ...verification } = first;
  const checks = rows.map((row) => ({
    id: row.check_id,
    reference_sealed: row.reference_sealed,
    details_sealed: row.details_sealed,
  }));
  return { ...verification, checks };
}

/** The names at the head of a report, as they are today: a rename does not change the verification. */
export interface ReportHead extends SubmitterColumn {
  client_name: string;
}

/** The columns of ReportHead, with `verifications AS v`. */
export const HEAD_COLUMNS = `
  (SELECT name FROM clients WHERE clients.id = v.client_id) AS client_name, ${submitterColumn('v')}`;

/** As much of a verification as shows whether its report has changed. */
export interface VerificationVersion extends ReportHead {
  id: string;
  status: Status;
  version: number;
}

/** Reads the versions of several verifications in one statement; undefined for those that do not exist. */
export async function loadVersions(
  sql: Sql,
  keys: readonly VerificationKey[],
): Promise<(VerificationVersion | undefined)[]> {
  const rows = await sql.query<VerificationVersion & { place: number }>(
    `SELECT wanted.place::int, v.id, v.status, v.version, ${HEAD_COLUMNS} ${WANTED_VERIFICATIONS}`,
    keyValues(keys),
  );
  return byPlace(rows, keys.length).map(([row]) => row);
}
