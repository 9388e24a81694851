import type { Sql } from '../../shared/db/database.js';
import { ERASED_SUBJECT } from '../../shared/domain/erased.js';
import type { WireReport } from '../../shared/wire/report.js';
import type { ClientRequest } from '../client/request.js';
import type { Finding } from './find-broken-promises.js';
import type { ReadReport } from './read-report.js';

interface Row {
  key: string;
  erased: boolean;
  /** Values sealed, or derived from the subject, that are still there. */
  left: number;
}

/** Finds what the database or the API still has of requests that should have been erased. */
export async function findUnerased(
  sql: Sql,
  requests: readonly ClientRequest[],
  read: ReadReport,
): Promise<Finding[]> {
  const rows = await sql.query<Row>(
    `SELECT v.idempotency_key AS key, v.erased_at IS NOT NULL AS erased,
       num_nonnulls(v.data_key, v.subject_sealed, v.parameters_sealed, v.subject_hash, v.fingerprint)
       + coalesce(sum(num_nonnulls(c.details_sealed, c.reference_sealed, c.photo_sealed, p.answer_sealed, f.call_id)), 0)::integer
       AS left
     FROM verifications v JOIN checks c ON c.verification_id = v.id
     LEFT JOIN provider_calls p ON p.check_id = c.id LEFT JOIN late_findings f ON f.call_id = p.id
     WHERE v.idempotency_key = ANY($1::text[]) GROUP BY v.id`,
    [requests.map(({ key }) => key)],
  );
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const findings = await Promise.all(
    requests.map(async (request) => [
      ...findInRow(request, byKey.get(request.key)),
      ...findInReport(request, await read(request)),
    ]),
  );
  return findings.flat();
}

function findInRow({ key }: ClientRequest, row: Row | undefined): Finding[] {
  if (row === undefined) return found(`key ${key} is not stored at all`);
  if (!row.erased) return found(`key ${key} is not marked as erased`);
  return row.left === 0 ? [] : found(`${row.left} values are left of key ${key}`);
}

function findInReport({ key }: ClientRequest, report: WireReport | undefined): Finding[] {
  if (report === undefined) return found(`the API does not show the stub of key ${key}`);
  const shows =
    report.erased_at === undefined ||
    report.subject !== ERASED_SUBJECT ||
    report.result?.provider_reference !== null ||
    report.checks.some(({ details }) => details !== null);
  return shows ? found(`the API shows more than the stub of key ${key}`) : [];
}

function found(what: string): Finding[] {
  return [{ kind: 'unerased', what }];
}
