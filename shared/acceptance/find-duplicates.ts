import type { Sql } from '../db/database.js';
import type { Verification } from '../db/entities/verification.entity.js';
import { filterOnly } from '../db/filter-only.js';
import type { RowOf } from '../db/row-of.js';
import type { Service } from '../services/index.js';

/** How many days a completed request still counts as the same one, unless the caller says otherwise (contract 10). */
export const DUPLICATE_DAYS = 30;

/** The content of a request, as compared with stored verifications. */
export interface Asked {
  clientId: string;
  service: Service;
  /** Keyed hash of the subject. */
  subjectHash: Buffer;
  /** For a name, the keyed hash of its folded form, shared by every spelling; otherwise null. */
  nameHash: Buffer | null;
  /** Keyed hash of service, subject and parameters. */
  requestHash: Buffer;
  /** A completed verification counts if it was completed at most this many times 24 hours ago. */
  days: number;
}

/** A verification with the same content. */
export type DuplicateRow = RowOf<Verification, 'id' | 'status' | 'outcome' | 'created_at' | 'completed_at'>;

/** The columns of DuplicateRow. */
export const DUPLICATE_COLUMNS = 'v.id, v.status, v.outcome, v.created_at, v.completed_at';

const COLUMNS = 'id, status, outcome, created_at, completed_at';

/**
 * The newest `$7` open ones of the rows that a condition finds, and as many of those completed last. Each part reads no
 * more than that: after subject or name, the indexes go on with the content, the completion and the time. Otherwise a
 * client with thousands of the same request would hold up every request that is accepted together with one of its own.
 */
function newestOf(found: string): string {
  const rows = `SELECT ${COLUMNS} FROM verifications WHERE ${filterOnly('client_id = asked.client_id')} AND ${found}`;
  return `(${rows} AND completed_at IS NULL ORDER BY completed_at DESC, created_at DESC LIMIT $7)
    UNION (${rows} AND completed_at > asked.since ORDER BY completed_at DESC LIMIT $7)`;
}

// A name is also found in its other spellings. Rows of earlier releases have no hash of their content: for them the
// service decides, if it takes no parameters, which no service for names does. OFFSET 0 makes PostgreSQL compute
// `since` first: under row-level security, an expression with a calculation cannot use an index.
const SAME = `
  FROM (
    SELECT client_id, subject_hash, name_hash, request_hash, plain_service, place,
      now() - days * interval '24 hours' AS since
    FROM unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::bytea[], $5::text[], $6::integer[])
      WITH ORDINALITY AS given (client_id, subject_hash, name_hash, request_hash, plain_service, days, place) OFFSET 0
  ) AS asked
  CROSS JOIN LATERAL (
    SELECT ${COLUMNS} FROM (
      ${newestOf('subject_hash = asked.subject_hash AND request_hash = asked.request_hash')} UNION
      ${newestOf('name_hash = asked.name_hash AND request_hash = asked.request_hash')} UNION
      ${newestOf('subject_hash = asked.subject_hash AND request_hash IS NULL AND service_code = asked.plain_service')}
    ) AS same ORDER BY created_at DESC, id DESC LIMIT $7
  ) AS v`;

/**
 * Finds, for each request, at most `most` verifications with the same content, newest first: the newest that are open,
 * and those completed last, if recently (contract 10). `columns` are columns of `v`. Each row carries the 1-based
 * position of the request it belongs to.
 */
export function findDuplicates<Row extends object>(
  sql: Sql,
  asked: readonly Asked[],
  columns: string,
  most: number,
): Promise<(Row & { place: number })[]> {
  if (asked.length === 0) return Promise.resolve([]);
  return sql.query<Row & { place: number }>(`SELECT asked.place::int, ${columns} ${SAME}`, [
    asked.map(({ clientId }) => clientId),
    asked.map(({ subjectHash }) => subjectHash),
    asked.map(({ nameHash }) => nameHash),
    asked.map(({ requestHash }) => requestHash),
    asked.map(({ service }) => (service.parameters.length === 0 ? service.code : null)),
    asked.map(({ days }) => days),
    most,
  ]);
}
