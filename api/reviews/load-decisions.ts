import type { Sql } from '../../shared/db/database.js';
import type { Verification } from '../../shared/db/entities/verification.entity.js';
import { filterOnly } from '../../shared/db/filter-only.js';
import { isLive } from '../../shared/db/of-mode.js';
import type { RowOf } from '../../shared/db/row-of.js';
import type { DecidingKind } from '../../shared/domain/review.js';
import { Conditions } from '../http/conditions.js';
import type { PageRequest } from '../http/page.js';
import { parsePosition } from '../verifications/history/history-position.js';
import type { DecisionFilters } from './decisions-query.js';

/** One decision, with the current state of its verification. */
export interface DecisionRow
  extends RowOf<
    Verification,
    | 'client_id'
    | 'service_code'
    | 'subject_masked'
    | 'reference'
    | 'data_key'
    | 'subject_sealed'
    | 'status'
    | 'outcome'
  > {
  /** Of the note that states its reason. */
  id: string;
  kind: DecidingKind;
  created_at: Date;
  author_id: string | null;
  author_email: string | null;
  author_name: string | null;
  verification_id: string;
  client_name: string;
}

// By the client, all that it ever requested would be read to find which was decided, unless a reference finds a few.
const OF_CLIENT = 'v.client_id = ?';

/** Reads one row more than the page holds, newest first, of support's decisions. */
export function loadDecisions(
  sql: Sql,
  { limit, after }: PageRequest,
  filters: DecisionFilters,
  reviewerId: string,
): Promise<DecisionRow[]> {
  const where = new Conditions()
    .add(`n.kind <> 'note' AND ${isLive('v.client_id')}`)
    .addIfGiven(filters.reference === undefined ? filterOnly(OF_CLIENT) : OF_CLIENT, filters.clientId)
    .addIfGiven('v.reference = ?', filters.reference)
    .addIfGiven('n.created_at >= ?', filters.createdFrom)
    .addIfGiven('n.created_at <= ?', filters.createdTo);
  if (filters.by === 'me') where.add('n.author_id = ?', reviewerId);
  if (after !== undefined) {
    const { created_at, id } = parsePosition(after);
    where.add('(n.created_at, n.id) < (?, ?)', created_at, id);
  }
  return sql.query<DecisionRow>(
    `SELECT n.id, n.kind, n.created_at, n.author_id, author.email AS author_email, author.name AS author_name,
       n.verification_id, v.client_id, client.name AS client_name, v.service_code, v.subject_masked, v.reference,
       v.data_key, v.subject_sealed, v.status, v.outcome
     FROM review_notes n
     JOIN verifications v ON v.id = n.verification_id
     JOIN clients client ON client.id = v.client_id
     LEFT JOIN users author ON author.id = n.author_id
     WHERE ${where} ORDER BY n.created_at DESC, n.id DESC LIMIT ${where.bind(limit + 1)}`,
    where.values,
  );
}
