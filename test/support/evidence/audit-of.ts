import type { Sql } from '../../../shared/db/database.js';

export interface AuditLine {
  actor: string;
  action: string;
  ip_address: string | null;
  details: Record<string, unknown>;
}

/** The audit log entries about one target, oldest first. */
export function auditOf(sql: Sql, target: string): Promise<AuditLine[]> {
  return sql.query<AuditLine>(
    'SELECT actor, action, ip_address, details FROM audit_log WHERE target = $1 ORDER BY entry_no',
    [target],
  );
}
