import type { Sql } from '../../shared/db/database.js';
import type { ProviderCall } from '../../shared/db/entities/provider-call.entity.js';
import type { RowOf } from '../../shared/db/row-of.js';
import type { CheckOutcome } from '../../shared/domain/outcome.js';
import type { Status } from '../../shared/domain/states.js';
import type { CheckCode } from '../../shared/services/index.js';

/** One provider call of a verification. */
export interface CallRow
  extends RowOf<
    ProviderCall,
    | 'id'
    | 'check_id'
    | 'state'
    | 'started_at'
    | 'finished_at'
    | 'http_status'
    | 'reason'
    | 'answer_sealed'
    | 'answered_late_at'
    | 'written_off_at'
    | 'written_off_by'
  > {
  service_code: CheckCode;
  check_status: Status;
  written_off_email: string | null;
  written_off_name: string | null;
  /** What a late answer found; null without one. */
  late_outcome: CheckOutcome | null;
  late_label: string | null;
  late_details_sealed: Buffer | null;
}

/** Reads the provider calls of a verification, oldest first. */
export function loadCalls(sql: Sql, verificationId: string): Promise<CallRow[]> {
  return sql.query<CallRow>(
    `SELECT p.id, p.check_id, c.service_code, c.status AS check_status, p.state, p.started_at, p.finished_at,
       p.http_status, p.reason, p.answer_sealed, p.answered_late_at, p.written_off_at, p.written_off_by,
       u.email AS written_off_email, u.name AS written_off_name, f.outcome AS late_outcome, f.label AS late_label,
       f.details_sealed AS late_details_sealed
     FROM checks c
     JOIN provider_calls p ON p.check_id = c.id
     LEFT JOIN late_findings f ON f.call_id = p.id
     LEFT JOIN users u ON u.id = p.written_off_by
     WHERE c.verification_id = $1 ORDER BY p.started_at, p.id`,
    [verificationId],
  );
}
