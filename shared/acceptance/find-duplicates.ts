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

// The indexes on subject and name lead to the few rows of one person, whose exact content is compared afterwards. Rows
// of earlier releases have no hash of it: for them the service decides, if it takes no parameters.
const SAME = `
  FROM unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::bytea[], $5::text[], $6::integer[])
    WITH ORDINALITY AS asked (client_id, subject_hash, name_hash, request_hash, plain_service, days, place)
  CROSS JOIN LATERAL (
    SELECT id, status, outcome, created_at, completed_at FROM verifications
    WHERE ${filterOnly('client_id = asked.client_id')} AND (subject_hash = asked.subject_hash OR name_hash = asked.name_hash)
      AND CASE WHEN request_hash IS NULL THEN service_code = asked.plain_service
               ELSE request_hash = asked.request_hash END
      AND (status <> 'completed' OR completed_at > now() - asked.days * interval '24 hours')
    ORDER BY created_at DESC, id DESC LIMIT $7
  ) AS v`;

/**
 * Finds, for each request, at most `most` of the newest verifications with the same content that are open or were
 * recently completed (contract 10). `columns` are columns of `v`. Each row carries the 1-based position of the request
 * it belongs to.
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
