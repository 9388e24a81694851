import type { Sql } from '../../shared/db/database.js';
import type { AuditEntry } from '../../shared/db/entities/audit-entry.entity.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { fromPublicId, toPublicId } from '../../shared/domain/ids.js';
import { findService } from '../../shared/services/index.js';
import { Conditions } from '../http/conditions.js';
import type { PageRequest } from '../http/page.js';
import type { AuditFilters } from './audit-query.js';

export type AuditEntryRow = RowOf<
  AuditEntry,
  'entry_no' | 'recorded_at' | 'actor' | 'ip_address' | 'action' | 'target' | 'details'
>;

/**
 * The order of the index that serves each query; all are newest first. With only a period given, entries are read by
 * time, which differs from the order of their numbers only where the clock was set back.
 */
const ORDERS = {
  number: 'entry_no DESC',
  actor: 'actor DESC, entry_no DESC',
  action: 'action DESC, entry_no DESC',
  moment: 'recorded_at DESC, entry_no DESC',
} as const;

/** Reads one entry more than the page holds, newest first; `page.after` is the number of the last entry before it. */
export function loadAuditLog(
  sql: Sql,
  { limit, after }: PageRequest,
  filters: AuditFilters,
): Promise<AuditEntryRow[]> {
  const order = orderFor(filters);
  const where = new Conditions()
    .add('entry_no > 0')
    .addIfGiven('target = ?', filters.target)
    .addIfGiven('recorded_at >= ?', filters.createdFrom)
    .addIfGiven('recorded_at <= ?', filters.createdTo);
  // As a range: PostgreSQL drops a column compared for equality from the sort order, and then any index will do.
  for (const name of ['actor', 'action'] as const) {
    const wanted = filters[name];
    if (order === name) where.add(`${name} BETWEEN ? AND ?`, wanted, wanted);
    else where.addIfGiven(`${name} = ?`, wanted);
  }
  if (after !== undefined && order === 'moment') {
    where.add(
      '(recorded_at, entry_no) < ((SELECT recorded_at FROM audit_log WHERE entry_no = ?), ?)',
      after,
      after,
    );
  } else {
    where.addIfGiven('entry_no < ?', after);
  }
  return sql.query<AuditEntryRow>(
    `SELECT entry_no, recorded_at, actor, ip_address, action, target, details
     FROM audit_log WHERE ${where} ORDER BY ${ORDERS[order]} LIMIT ${where.bind(limit + 1)}`,
    where.values,
  );
}

function orderFor({ actor, action, target, createdFrom, createdTo }: AuditFilters): keyof typeof ORDERS {
  if (target !== undefined) return 'number';
  if (actor !== undefined) return 'actor';
  if (action !== undefined) return 'action';
  return (createdFrom ?? createdTo) === undefined ? 'number' : 'moment';
}

/** The current names behind the ids in audit entries, by public id. */
export interface AuditNames {
  /** Of clients and other things; of people, the e-mail addresses. */
  things: ReadonlyMap<string, string>;
  /** Of the people whose name is known. */
  people: ReadonlyMap<string, string>;
}

/** The table and column with the name of each kind of thing. */
const NAMED = {
  user: 'SELECT id, email AS name, name AS person FROM users',
  client: 'SELECT id, name, NULL AS person FROM clients',
  apiKey: 'SELECT id, name, NULL AS person FROM api_keys',
  invitation: 'SELECT id, email AS name, name AS person FROM invitations',
  verification: 'SELECT id, service_code AS name, NULL AS person FROM verifications',
} as const;
const NAMED_KINDS = Object.keys(NAMED) as (keyof typeof NAMED)[];

/** Reads the names of who acted, what was acted on, and what the details refer to, where they have any. */
export async function loadAuditNames(sql: Sql, rows: readonly AuditEntryRow[]): Promise<AuditNames> {
  const publicIds = new Set(rows.flatMap(idsOf));
  const things = new Map<string, string>();
  const people = new Map<string, string>();
  for (const kind of NAMED_KINDS) {
    const ids = [...publicIds].flatMap((id) => fromPublicId(kind, id) ?? []);
    if (ids.length === 0) continue;
    const named = await sql.query<{ id: string; name: string; person: string | null }>(
      `${NAMED[kind]} WHERE id = ANY($1::uuid[])`,
      [ids],
    );
    for (const { id, name, person } of named) {
      const publicId = toPublicId(kind, id);
      things.set(publicId, kind === 'verification' ? labelOf(name) : name);
      if (person !== null) people.set(publicId, person);
    }
  }
  return { things, people };
}

/** Who acted, what was acted on, and what the details refer to. */
export function idsOf({ actor, target, details }: AuditEntryRow): string[] {
  return [actor, target, ...idsIn(details)];
}

/** A verification is named by its service: readers of the log must not see whom it is about. */
function labelOf(code: string): string {
  return findService(code)?.label ?? code;
}

/** Names of fields that hold ids. Others hold text people wrote, which may look like an id. */
const ID_FIELD = /_ids?$|^proposed_by$/;

/** Returns the ids in the details of an entry, at any depth. */
export function idsIn(value: unknown, field = ''): string[] {
  if (typeof value === 'string') return ID_FIELD.test(field) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => idsIn(item, field));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => idsIn(item, name));
}
