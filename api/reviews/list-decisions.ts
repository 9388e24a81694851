import type { RequestHandler } from 'express';
import type { Keyring } from '../../shared/crypto/keyring.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { serviceOf } from '../../shared/services/index.js';
import type { WireReviewDecision } from '../../shared/wire/review.js';
import type { ApiDeps } from '../deps.js';
import { userOf } from '../http/context.js';
import type { CsvForm } from '../http/csv.js';
import type { ListDeps } from '../http/list.js';
import { DECISIONS_SCOPE, readDecisionsQuery } from './decisions-query.js';
import { deskListSender } from './desk-list-sender.js';
import { type DecisionRow, loadDecisions } from './load-decisions.js';
import { maskReference } from './mask-reference.js';
import { presentStaffMember } from './present-review.js';

/** GET /api/v1/support/decisions: what support has decided, newest first, as JSON or CSV. */
export function listDecisions(deps: ListDeps & Pick<ApiDeps, 'accessLog'>): RequestHandler {
  const sendList = deskListSender(deps);
  return async (req, res) => {
    const { page, filters } = readDecisionsQuery(req.query, deps.config.indexKey);
    const reviewerId = userOf(res).id;
    await sendList(req, res, page, {
      scope: DECISIONS_SCOPE,
      load: (sql, wanted) => loadDecisions(sql, wanted, filters, reviewerId),
      present: (row) => presentDecision(row, deps.config.encryptionKeys),
      csv: DECISIONS_CSV,
    });
  };
}

function presentDecision(row: DecisionRow, keyring: Keyring): WireReviewDecision {
  return {
    request_id: toPublicId('verification', row.verification_id),
    decision: row.kind,
    decided_at: row.created_at.toISOString(),
    decided_by: presentStaffMember({ id: row.author_id, email: row.author_email, name: row.author_name }),
    client: { client_id: toPublicId('client', row.client_id), name: row.client_name },
    service_code: row.service_code,
    service_label: serviceOf(row.service_code).label,
    subject: row.subject_masked,
    reference: maskReference({ ...row, id: row.verification_id }, keyring),
    status: row.status,
    outcome: row.outcome,
  };
}

/** The decisions as a file. */
export const DECISIONS_CSV: CsvForm<WireReviewDecision> = {
  name: 'decisions',
  columns: {
    request_id: ({ request_id }) => request_id,
    decision: ({ decision }) => decision,
    decided_at: ({ decided_at }) => decided_at,
    decided_by: ({ decided_by }) => decided_by?.email ?? null,
    client_id: ({ client }) => client.client_id,
    client_name: ({ client }) => client.name,
    service_code: ({ service_code }) => service_code,
    service_label: ({ service_label }) => service_label,
    subject: ({ subject }) => subject,
    reference: ({ reference }) => reference,
    status: ({ status }) => status,
    outcome: ({ outcome }) => outcome,
    decided_by_name: ({ decided_by }) => decided_by?.name ?? null,
  },
};
