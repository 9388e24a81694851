import { isDeepStrictEqual } from 'node:util';
import type { RequestHandler } from 'express';
import { isOverdue } from '../../shared/approvals/expire-proposals.js';
import { creditsProposal } from '../../shared/approvals/proposals.js';
import type { Sql } from '../../shared/db/database.js';
import { newId } from '../../shared/domain/ids.js';
import { MAX_CREDITS } from '../../shared/domain/ledger.js';
import { lockWallets, walletOf } from '../../shared/ledger/lock-wallets.js';
import {
  type CreditMove,
  type CreditMoveRefusal,
  moveClientCredits,
  refusalOfMove,
} from '../../shared/ledger/move-client-credits.js';
import type { WireCreditMove } from '../../shared/wire/admin.js';
import type { ApprovalRow } from '../approvals/load-approvals.js';
import { proposeAct } from '../approvals/propose-act.js';
import type { StaffDeps } from '../deps.js';
import { ApiError, conflict, notFound, validationFailed } from '../errors/catalogue.js';
import { auditActor } from '../http/context.js';
import { loadEntry } from '../wallet/load-entries.js';
import { presentEntry } from '../wallet/present-entry.js';
import { readCreditMove } from './read-credit-move.js';
import { requestedClientId } from './requested-ids.js';

/** POST /api/v1/admin/clients/{id}/credits: adds or takes credits once per key, as a line of the client's ledger. */
export function moveCredits(deps: Pick<StaffDeps, 'db' | 'config'>): RequestHandler {
  const { db, config } = deps;
  return async (req, res) => {
    const move = { ...readCreditMove(req), clientId: requestedClientId(req), entryId: newId() };
    const large = config.twoPeople && Math.abs(move.amount) > config.approvalCredits;
    if (large && !(await wasMoved(db, move))) {
      await proposeAct(deps, creditsProposal(move), req, res, {
        before: (sql) => refuseVainProposal(sql, move),
        judge: (standing) => refuseOther(move, standing),
      });
      return;
    }
    const { kind, row } = await db.transaction(async (sql) => {
      if (config.twoPeople) await refuseProposedKey(sql, move);
      const result = await moveClientCredits(sql, move, auditActor(req, res));
      if (!('entryNo' in result)) throw refusalOf(result);
      return { kind: result.kind, row: await loadEntry(sql, move.clientId, result.entryNo) };
    });
    const entry: WireCreditMove = presentEntry(row);
    if (kind === 'replay') entry.idempotent_replay = true;
    res.status(kind === 'replay' ? 200 : 201).json(entry);
  };
}

/** Whether this move already exists, to be answered like any repeat. Throws 404 if there is no such client. */
async function wasMoved(sql: Sql, { clientId, idempotencyKey }: CreditMove): Promise<boolean> {
  const [found] = await sql.query<{ moved: boolean }>(
    `SELECT EXISTS (SELECT FROM wallet_entries WHERE client_id = $1 AND idempotency_key COLLATE "C" = $2) AS moved
     FROM clients WHERE id = $1`,
    [clientId, idempotencyKey],
  );
  if (found === undefined) throw notFound();
  return found.moved;
}

/**
 * Throws 409 if a move was made under this key since it was looked for, and whatever a new move would be refused with
 * now: it would only fail when approved, where this is judged again. A client's moves and proposals are serialised.
 */
async function refuseVainProposal(sql: Sql, move: CreditMove): Promise<void> {
  const wallets = await lockWallets(sql, [move.clientId]);
  if (await wasMoved(sql, move))
    throw conflict(
      'Credits were moved with this key at the same moment. Send this request again to see which.',
    );
  // Sent again, it gets the proposal that stands, whatever has become of the wallet.
  if ((await findProposed(sql, move)) !== undefined) return;
  const refusal = refusalOfMove(walletOf(wallets, move.clientId), move.amount);
  if (refusal !== undefined) throw refusalOf(refusal);
}

/**
 * Throws 422 if another move under this key can still be approved: made now, it would take the key from the proposed
 * one, which would then fail when approved. A client's moves and proposals are serialised.
 */
async function refuseProposedKey(sql: Sql, move: CreditMove): Promise<void> {
  await lockWallets(sql, [move.clientId]);
  const standing = await findProposed(sql, move);
  if (standing !== undefined) refuseOther(move, standing);
}

/** The proposal under the move's key that can still be approved. */
async function findProposed(
  sql: Sql,
  { clientId, idempotencyKey }: CreditMove,
): Promise<Pick<ApprovalRow, 'summary'> | undefined> {
  const [standing] = await sql.query<Pick<ApprovalRow, 'summary'>>(
    `SELECT summary FROM approvals
     WHERE client_id = $1 AND idempotency_key COLLATE "C" = $2 AND act = 'credits' AND state = 'open'
       AND NOT ${isOverdue('$3')}`,
    [clientId, idempotencyKey, new Date()],
  );
  return standing;
}

/** Throws 422 unless this is the move already stored under its key. */
function refuseOther(move: CreditMove, { summary }: Pick<ApprovalRow, 'summary'>): void {
  if (!isDeepStrictEqual(summary, creditsProposal(move).summary)) throw keyReused();
}

function refusalOf(result: CreditMoveRefusal): ApiError {
  switch (result.kind) {
    case 'unknown_client':
      return notFound();
    case 'key_reused':
      return keyReused();
    case 'wallet_full':
      return conflict(`A wallet can hold at most ${MAX_CREDITS} credits, and this would exceed that.`);
    case 'insufficient':
      return notEnoughToTake(result);
  }
}

function keyReused(): ApiError {
  const message =
    'This key belongs to another credit movement. Use a new key for each movement, or send that one unchanged.';
  return validationFailed([{ field: 'idempotency_key', code: 'idempotency_key_reused', message }]);
}

function notEnoughToTake({ required, available }: { required: number; available: number }): ApiError {
  const credits = required === 1 ? 'credit' : 'credits';
  const message = `${required} ${credits} cannot be taken: ${available} available, the rest reserved or spent.`;
  const body = { credits_required: required, credits_available: available };
  return new ApiError('insufficient_credits', message, { body });
}
