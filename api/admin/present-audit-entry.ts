import type { WireAuditEntry } from '../../shared/wire/audit.js';
import type { CsvForm } from '../http/csv.js';
import type { AuditEntryRow } from './load-audit-log.js';

/** One act of the audit log; `emails` holds those of actors by public id. */
export function presentAuditEntry(row: AuditEntryRow, emails: ReadonlyMap<string, string>): WireAuditEntry {
  return {
    entry_no: row.entry_no,
    created_at: row.recorded_at.toISOString(),
    actor: row.actor,
    actor_email: emails.get(row.actor) ?? null,
    ip_address: row.ip_address,
    action: row.action,
    target: row.target,
    details: row.details,
  };
}

/** The audit log as a file. */
export const AUDIT_CSV: CsvForm<WireAuditEntry> = {
  name: 'audit-log',
  columns: {
    entry_no: ({ entry_no }) => entry_no,
    created_at: ({ created_at }) => created_at,
    actor: ({ actor }) => actor,
    actor_email: ({ actor_email }) => actor_email,
    ip_address: ({ ip_address }) => ip_address,
    action: ({ action }) => action,
    target: ({ target }) => target,
    details: ({ details }) => JSON.stringify(details),
  },
};
