import type { Sql } from '../../../shared/db/database.js';
import type { Verification } from '../../../shared/db/entities/verification.entity.js';
import { filterOnly } from '../../../shared/db/filter-only.js';
import type { RowOf } from '../../../shared/db/row-of.js';
import type { Status } from '../../../shared/domain/states.js';
import { Conditions } from '../../http/conditions.js';
import type { PageRequest } from '../../http/page.js';
import { type SubmitterColumn, submitterColumn } from '../submitter.js';
import { findSubmitters } from './find-submitters.js';
import { parsePosition } from './history-position.js';
import type { HistoryFilters } from './history-query.js';

export type HistoryRow = SubmitterColumn &
  RowOf<
    Verification,
    | 'id'
    | 'created_at'
    | 'service_code'
    | 'reference'
    | 'purpose'
    | 'subject_masked'
    | 'status'
    | 'credits_reserved'
    | 'credits_charged'
    | 'label'
    | 'outcome'
  >;

/** Reads one row more than the page holds, newest first, of this client's verifications only. */
export async function loadHistory(
  sql: Sql,
  clientId: string,
  page: PageRequest,
  filters: HistoryFilters,
): Promise<HistoryRow[]> {
  const { submittedBy } = filters;
  const submitters = submittedBy === undefined ? undefined : await findSubmitters(sql, clientId, submittedBy);
  const { text, values } = historyStatement(clientId, page, filters, submitters);
  return sql.query<HistoryRow>(text, values);
}

// In the text rather than bound: only then does PostgreSQL see that verifications_open_idx covers the query.
const OF_STATUS: Readonly<Record<Status, string>> = {
  pending: `status = 'pending'`,
  completed: `status = 'completed'`,
  manual_review: `status = 'manual_review'`,
};

/**
 * Builds the statement of one page. It starts where the previous page ended, by the columns that
 * verifications_history_idx and the filter indexes end with, so that a page costs the same however far back it is, and
 * new rows shift nothing.
 */
export function historyStatement(
  clientId: string,
  { limit, after }: PageRequest,
  filters: HistoryFilters,
  submitters?: readonly string[],
): { text: string; values: unknown[] } {
  const { subjectHashes } = filters;
  const ofClient = 'client_id = ?';
  const where = new Conditions()
    // A subject's hash belongs to one client and finds its few rows; by the client, a plan made early would read all.
    .add(subjectHashes === undefined ? ofClient : filterOnly(ofClient), clientId)
    .addIfGiven('service_code = ?', filters.serviceCode)
    .addIfGiven('outcome = ?', filters.outcome)
    .addIfGiven('created_at >= ?', filters.createdFrom)
    .addIfGiven('created_at <= ?', filters.createdTo)
    .addIfGiven('subject_hash = ANY(?::bytea[])', subjectHashes)
    .addIfGiven('subject_last4 COLLATE "C" = ?', filters.subjectLast4)
    .addIfGiven('idempotency_key COLLATE "C" = ?', filters.idempotencyKey)
    .addIfGiven('reference = ?', filters.reference);
  // For a single submitter the index has the rows in order; several with one name are rare, and are sorted.
  if (submitters?.length === 1) where.add('submitted_by = ?', submitters[0]);
  else where.addIfGiven('submitted_by = ANY(?::uuid[])', submitters);
  if (filters.status !== undefined) where.add(OF_STATUS[filters.status]);
  if (after !== undefined) {
    const { created_at, id } = parsePosition(after);
    where.add('(created_at, id) < (?, ?)', created_at, id);
  }
  const text = `
    SELECT id, created_at, service_code, reference, purpose, subject_masked, status, credits_reserved,
      credits_charged, label, outcome, ${submitterColumn('verifications')}
    FROM verifications WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT ${where.bind(limit + 1)}`;
  return { text, values: where.values };
}
