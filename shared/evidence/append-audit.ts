import { CHAIN_START, chainHash } from '../crypto/keyed-hash.js';
import { ADVISORY_LOCKS } from '../db/advisory-locks.js';
import type { Sql } from '../db/database.js';
import type { AuditEntry } from '../db/entities/audit-entry.entity.js';
import type { RowOf } from '../db/row-of.js';

/** One audited action on accounts, credits or personal data. */
export interface AuditAct {
  /**
   * Public id of the user, or `system` for the service itself and for a command, which names its person in the details.
   */
  actor: string;
  /** Verb of the action, for example `user.password_changed`. */
  action: string;
  /** Public id of the object of the action. */
  target: string;
  ipAddress?: string | undefined;
  /** What changed, as JSON data; never a secret or personal data. */
  details?: Readonly<Record<string, unknown>>;
}

/** Who acts, and from which address. */
export type Actor = Pick<AuditAct, 'actor' | 'ipAddress'>;

/** A stored audit entry, as far as its hash covers it. */
export type AuditRow = RowOf<
  AuditEntry,
  'entry_no' | 'recorded_at' | 'actor' | 'action' | 'target' | 'ip_address' | 'details'
>;

/** The person running this process, if it is a command. */
let operator: string | undefined;

/**
 * Records which person runs this process in every audit entry it appends as `system`. For commands, which one person
 * runs from start to end: code they call then cannot forget to pass the name on.
 */
export function nameOperator(person: string): void {
  operator = person;
}

/**
 * Appends to the audit log within the caller's transaction. Entries are numbered without gaps and each hash covers the
 * previous one, so that a changed, removed or inserted entry shows. Every other appender waits until that transaction
 * ends: append last.
 */
export async function appendAudit(sql: Sql, act: AuditAct): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.audit]);
  const last = await findLast(sql);
  const row: AuditRow = {
    entry_no: last.entry_no + 1,
    recorded_at: last.now,
    actor: act.actor,
    action: act.action,
    target: act.target,
    ip_address: act.ipAddress ?? null,
    details: {
      ...act.details,
      ...(act.actor === 'system' && operator !== undefined && { person: operator }),
    },
  };
  await sql.query(
    `INSERT INTO audit_log
       (entry_no, recorded_at, actor, action, target, ip_address, details, previous_hash, hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9)`,
    [
      row.entry_no,
      row.recorded_at,
      row.actor,
      row.action,
      row.target,
      row.ip_address,
      JSON.stringify(row.details),
      last.hash,
      chainHash(last.hash, auditRecord(row)),
    ],
  );
}

/** What an entry's hash covers: everything but the hashes. The verifier recomputes it from the stored row. */
export function auditRecord(row: AuditRow): Record<string, unknown> {
  return {
    entry_no: row.entry_no,
    recorded_at: row.recorded_at.toISOString(),
    actor: row.actor,
    action: row.action,
    target: row.target,
    ip_address: row.ip_address,
    details: row.details,
  };
}

/** Reads the newest entry, or the start of the chain, and the database's clock to the millisecond. */
async function findLast(sql: Sql): Promise<{ entry_no: number; hash: Buffer; now: Date }> {
  const [row] = await sql.query<{ entry_no: number | null; hash: Buffer | null; now: Date }>(
    `SELECT last.entry_no, last.hash, date_trunc('milliseconds', clock_timestamp()) AS now
     FROM (SELECT) AS one
     LEFT JOIN LATERAL (SELECT entry_no, hash FROM audit_log ORDER BY entry_no DESC LIMIT 1) AS last ON true`,
  );
  if (row === undefined) throw new Error('Bug: a query without a condition gave no row');
  return { entry_no: row.entry_no ?? 0, hash: row.hash ?? CHAIN_START, now: row.now };
}
