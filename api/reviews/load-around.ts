import type { Sql } from '../../shared/db/database.js';
import type { ProviderCall } from '../../shared/db/entities/provider-call.entity.js';
import type { Verification } from '../../shared/db/entities/verification.entity.js';
import { filterOnly } from '../../shared/db/filter-only.js';
import { isLive } from '../../shared/db/of-mode.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { firstIdAt } from '../../shared/domain/ids.js';
import type { CheckCode } from '../../shared/services/index.js';

/** Half of the hour around a call. */
const HALF_HOUR_MS = 30 * 60_000;
/** Calls on each side of the one in question: enough to see whether it was an isolated failure. */
const CALLS = 10;
const REQUESTS = 20;

export interface AroundCallRow
  extends RowOf<ProviderCall, 'state' | 'started_at' | 'finished_at' | 'http_status' | 'reason'> {
  service_code: CheckCode;
}

export type SubjectRequestRow = RowOf<
  Verification,
  'id' | 'service_code' | 'status' | 'outcome' | 'label' | 'created_at'
>;

/** The context of a case. */
export interface AroundRows {
  calls: AroundCallRow[];
  requests: SubjectRequestRow[];
}

/**
 * Reads the calls of the same services in the hour around a case's last call, of any client but none in test mode, and
 * the client's other requests on the same subject, which are found by it: all of the client would be read beside. Call
 * ids begin with their time, so their index finds the hour.
 */
export async function loadAround(
  sql: Sql,
  verificationId: string,
  calls: readonly { started_at: Date; service_code: CheckCode }[],
): Promise<AroundRows> {
  const [near, requests] = await Promise.all([
    loadCallsNear(sql, verificationId, calls),
    sql.query<SubjectRequestRow>(
      `SELECT other.id, other.service_code, other.status, other.outcome, other.label, other.created_at
       FROM verifications own JOIN verifications other
         ON ${filterOnly('other.client_id = own.client_id')} AND other.subject_hash = own.subject_hash
           AND other.id <> own.id
       WHERE own.id = $1 ORDER BY other.created_at DESC, other.id DESC LIMIT ${REQUESTS}`,
      [verificationId],
    ),
  ]);
  return { calls: near, requests };
}

async function loadCallsNear(
  sql: Sql,
  verificationId: string,
  calls: readonly { started_at: Date; service_code: CheckCode }[],
): Promise<AroundCallRow[]> {
  const last = calls.at(-1);
  if (last === undefined) return [];
  const at = last.started_at.getTime();
  const codes = [...new Set(calls.map(({ service_code }) => service_code))];
  const side = (from: number, to: number, order: 'ASC' | 'DESC') =>
    sql.query<AroundCallRow>(
      `SELECT c.service_code, p.state, p.started_at, p.finished_at, p.http_status, p.reason
       FROM provider_calls p JOIN checks c ON c.id = p.check_id JOIN verifications v ON v.id = c.verification_id
       WHERE p.id >= $1 AND p.id < $2 AND c.service_code = ANY($3::text[]) AND c.verification_id <> $4
         AND ${isLive('v.client_id')}
       ORDER BY p.id ${order} LIMIT ${CALLS}`,
      [firstIdAt(from), firstIdAt(to), codes, verificationId],
    );
  const [before, after] = await Promise.all([
    side(at - HALF_HOUR_MS, at, 'DESC'),
    side(at, at + HALF_HOUR_MS, 'ASC'),
  ]);
  return [...before.reverse(), ...after];
}
