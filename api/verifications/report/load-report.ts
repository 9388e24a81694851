import type { Sql } from '../../../shared/db/database.js';
import type { Check } from '../../../shared/db/entities/check.entity.js';
import type { ConsentEvidence } from '../../../shared/db/entities/consent-evidence.entity.js';
import type { Verification } from '../../../shared/db/entities/verification.entity.js';
import type { RowOf } from '../../../shared/db/row-of.js';
import type { CheckOutcome } from '../../../shared/domain/outcome.js';
import type { Status } from '../../../shared/domain/states.js';
import type { CheckCode } from '../../../shared/services/index.js';
import { byPlace } from '../../http/batched-read.js';
import {
  HEAD_COLUMNS,
  keyValues,
  type ReportHead,
  VERIFICATION_COLUMNS,
  type VerificationKey,
  type VerificationRow,
  WANTED_VERIFICATIONS,
} from '../load-verification.js';

export type ReportCheckRow = RowOf<
  Check,
  'id' | 'reference_sealed' | 'details_sealed' | 'service_code' | 'status' | 'outcome' | 'label'
>;

/** The data of a report (contract 4.4). */
export interface ReportRow
  extends VerificationRow,
    ReportHead,
    RowOf<Verification, 'idempotency_key' | 'parameters_sealed'>,
    RowOf<
      ConsentEvidence,
      | 'purpose'
      | 'price_release'
      | 'authority_confirmed'
      | 'charge_approved'
      | 'biometric_consent'
      | 'credits_approved'
      | 'recorded_at'
      | 'recorded_by'
      | 'channel'
    > {
  evidence_hash: Buffer;
  /** Ids of the ledger lines, oldest first. */
  entry_ids: readonly string[];
  checks: readonly ReportCheckRow[];
}

interface JoinedRow extends Omit<ReportRow, 'checks' | 'entry_ids'> {
  place: number;
  /** With a space between two: the driver reads an array letter by letter. */
  entry_ids: string;
  check_id: string;
  check_reference: Buffer | null;
  check_details: Buffer | null;
  check_code: CheckCode;
  check_status: Status;
  check_outcome: CheckOutcome | null;
  check_label: string | null;
}

// Two arms because each has its own partial index; a single condition would read the client's whole ledger.
const ENTRY_IDS = `
  SELECT entry.id FROM (
    SELECT id, entry_no FROM wallet_entries
    WHERE client_id = v.client_id AND verification_id = v.id AND kind = 'reserve'
    UNION ALL
    SELECT id, entry_no FROM wallet_entries
    WHERE client_id = v.client_id AND verification_id = v.id AND kind IN ('charge', 'release')
  ) AS entry ORDER BY entry.entry_no`;

const REPORT = `
  SELECT wanted.place::int, ${VERIFICATION_COLUMNS}, ${HEAD_COLUMNS}, v.idempotency_key, v.parameters_sealed, v.purpose,
    v.price_release, e.authority_confirmed, e.charge_approved, e.biometric_consent, e.credits_approved,
    e.recorded_at, e.recorded_by, e.channel, e.hash AS evidence_hash,
    array_to_string(ARRAY(${ENTRY_IDS}), ' ') AS entry_ids,
    c.id AS check_id, c.reference_sealed AS check_reference, c.details_sealed AS check_details,
    c.service_code AS check_code, c.status AS check_status, c.outcome AS check_outcome, c.label AS check_label
  ${WANTED_VERIFICATIONS}
  JOIN consent_evidence e ON e.verification_id = v.id
  JOIN checks c ON c.verification_id = v.id
  ORDER BY c.position`;

/** Reads everything for one report in one snapshot, or undefined if this client has none with this id. */
export async function loadReport(sql: Sql, clientId: string, id: string): Promise<ReportRow | undefined> {
  const [report] = await loadReports(sql, [{ clientId, id }]);
  return report;
}

/** Reads several reports in one statement, in the order of the keys. */
export async function loadReports(
  sql: Sql,
  keys: readonly VerificationKey[],
): Promise<(ReportRow | undefined)[]> {
  const rows = await sql.query<JoinedRow>(REPORT, keyValues(keys));
  return byPlace(rows, keys.length).map(toReport);
}

function toReport(rows: readonly JoinedRow[]): ReportRow | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const entry_ids = first.entry_ids === '' ? [] : first.entry_ids.split(' ');
  return Object.assign(first, { entry_ids, checks: rows.map(checkOf) });
}

function checkOf(row: JoinedRow): ReportCheckRow {
  return {
    id: row.check_id,
    reference_sealed: row.check_reference,
    details_sealed: row.check_details,
    service_code: row.check_code,
    status: row.check_status,
    outcome: row.check_outcome,
    label: row.check_label,
  };
}
