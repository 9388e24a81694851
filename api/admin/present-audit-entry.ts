import { fromPublicId } from '../../shared/domain/ids.js';
import type { WireAuditEntry } from '../../shared/wire/audit.js';
import type { CsvForm } from '../http/csv.js';
import { type AuditEntryRow, type AuditNames, idsIn, idsOf } from './load-audit-log.js';

/** One audit entry, with the current names of everything it refers to. */
export function presentAuditEntry(row: AuditEntryRow, { things, people }: AuditNames): WireAuditEntry {
  return {
    entry_no: row.entry_no,
    created_at: row.recorded_at.toISOString(),
    actor: row.actor,
    actor_email: emailOf(row.actor, things),
    ip_address: row.ip_address,
    action: row.action,
    target: row.target,
    target_name: things.get(row.target) ?? null,
    details: row.details,
    names: namesOf(idsIn(row.details), things),
    people: namesOf(idsOf(row), people),
  };
}

function namesOf(ids: readonly string[], names: ReadonlyMap<string, string>): Record<string, string> {
  const known = ids.flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [[id, name] as const];
  });
  return Object.fromEntries(known);
}

/** An API key that acted has a name, but no e-mail address. */
function emailOf(actor: string, names: ReadonlyMap<string, string>): string | null {
  return fromPublicId('user', actor) === undefined ? null : (names.get(actor) ?? null);
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
    target_name: ({ target_name }) => target_name,
    actor_name: ({ actor, people }) => people[actor] ?? null,
  },
};
