import { Conditions } from '../../shared/db/conditions.js';
import type { Sql } from '../../shared/db/database.js';
import { fromPublicId, toPublicId } from '../../shared/domain/ids.js';
import type { PageRequest } from '../http/page.js';
import type { AuditFilters } from './audit-query.js';

export interface AuditEntryRow {
  entry_no: number;
  recorded_at: Date;
  actor: string;
  ip_address: string | null;
  action: string;
  target: string;
  details: Record<string, unknown>;
}

/** Reads one act more than the page holds, newest first; `page.after` is the number of the last act before it. */
export function loadAuditLog(
  sql: Sql,
  { limit, after }: PageRequest,
  filters: AuditFilters,
): Promise<AuditEntryRow[]> {
  const where = new Conditions()
    .add('entry_no > 0')
    .addIfGiven('actor = ?', filters.actor)
    .addIfGiven('action = ?', filters.action)
    .addIfGiven('target = ?', filters.target)
    .addIfGiven('recorded_at >= ?', filters.createdFrom)
    .addIfGiven('recorded_at <= ?', filters.createdTo)
    .addIfGiven('entry_no < ?', after);
  return sql.query<AuditEntryRow>(
    `SELECT entry_no, recorded_at, actor, ip_address, action, target, details
     FROM audit_log WHERE ${where} ORDER BY entry_no DESC LIMIT ${where.bind(limit + 1)}`,
    where.values,
  );
}

/** The e-mail addresses of today behind the actors who are users, by public id. */
export async function loadActorEmails(
  sql: Sql,
  rows: readonly AuditEntryRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(rows.flatMap(({ actor }) => fromPublicId('user', actor) ?? []));
  const users = await sql.query<{ id: string; email: string }>(
    'SELECT id, email FROM users WHERE id = ANY($1::uuid[])',
    [[...ids]],
  );
  return new Map(users.map(({ id, email }) => [toPublicId('user', id), email]));
}
