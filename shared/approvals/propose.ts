import type { Sql } from '../db/database.js';
import type { ApprovalAct, ApprovalSummary } from '../domain/approvals.js';
import { toPublicId } from '../domain/ids.js';
import { type Actor, appendAudit } from '../evidence/append-audit.js';
import { expireOverdue, recordExpired } from './expire-proposals.js';
import { joinErasure } from './join-erasure.js';

/** An act recorded for another person to approve. */
export interface Proposal {
  /** Generated before the transaction, so that a retry recognises its own earlier effect. */
  id: string;
  act: ApprovalAct;
  clientId: string;
  /** The verification to be sent back. */
  requestId: string | null;
  /** The key of a credit move. */
  idempotencyKey: string | null;
  summary: ApprovalSummary;
  /** The parameters of the act. Texts are sealed, and subjects are keyed hashes. */
  payload: Readonly<Record<string, unknown>>;
  proposedBy: string;
}

/** Throws if the act may not be proposed. May lock a wallet. */
export type BeforeProposal = (sql: Sql) => Promise<void>;

/**
 * Records a proposal, also in the audit log; returns its id, or that of the open one for the same act. Safe to retry
 * after a lost commit.
 */
export async function propose(
  sql: Sql,
  proposal: Proposal,
  by: Actor,
  before?: BeforeProposal,
): Promise<string> {
  const { id, act, clientId, summary } = proposal;
  // What can no longer be decided does not stand in its way. In the order of whoever decides: first the proposal, for
  // which this may wait, then the wallet.
  const expired = await expireOverdue(sql, new Date(), { clientId });
  await before?.(sql);
  const standing = await store(sql, proposal);
  await recordExpired(sql, expired);
  if (standing !== undefined) return standing;
  // Not even the last digits of a subject may outlive its erasure.
  const { searched_for: _, ...kept } = summary;
  await appendAudit(sql, {
    ...by,
    action: 'approval.proposed',
    target: toPublicId('approval', id),
    details: { act, client_id: toPublicId('client', clientId), ...kept },
  });
  return id;
}

/** Stores a proposal, or returns the id of the open one for the same act. */
async function store(sql: Sql, proposal: Proposal): Promise<string | undefined> {
  const { id, act, clientId, requestId, idempotencyKey, summary, payload, proposedBy } = proposal;
  if (act === 'erasure') {
    const standing = await joinErasure(sql, clientId, payload);
    if (standing !== undefined) return standing;
  }
  const stored = await sql.query(
    `INSERT INTO approvals (id, act, client_id, request_id, idempotency_key, summary, payload, state, proposed_by,
       proposed_at)
     VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, 'open', $8, clock_timestamp())
     ON CONFLICT DO NOTHING RETURNING id`,
    [
      id,
      act,
      clientId,
      requestId,
      idempotencyKey,
      JSON.stringify(summary),
      JSON.stringify(payload),
      proposedBy,
    ],
  );
  // The conflicting proposal may have been decided meanwhile: then this one can be stored.
  return stored.length === 0 ? ((await findOpen(sql, proposal)) ?? store(sql, proposal)) : undefined;
}

async function findOpen(
  sql: Sql,
  { id, clientId, requestId, idempotencyKey }: Proposal,
): Promise<string | undefined> {
  const [open] = await sql.query<{ id: string }>(
    `SELECT id FROM approvals WHERE id = $1 OR state = 'open' AND (
       request_id = $2 OR client_id = $3 AND idempotency_key COLLATE "C" = $4)`,
    [id, requestId, clientId, idempotencyKey],
  );
  return open?.id;
}
