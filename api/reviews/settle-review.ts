import { BulkWrite } from '../../shared/db/bulk-write.js';
import type { Sql } from '../../shared/db/database.js';
import type { Verification } from '../../shared/db/entities/index.js';
import { movesFrom, movesTo } from '../../shared/db/move.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { moveCredits } from '../../shared/domain/ledger.js';
import type { VerificationResult } from '../../shared/domain/result-of-checks.js';
import { type LockedWallets, lockWallets, walletOf } from '../../shared/ledger/lock-wallets.js';
import { writeLedgerAndEvents } from '../../shared/ledger/write-ledger-and-events.js';
import { stageMail } from '../../shared/mail/stage-mail.js';
import type { ReviewCase } from '../../shared/reviews/review-case.js';
import { serviceOf } from '../../shared/services/index.js';
import { giveBack } from '../../shared/spending/write-spending.js';

/** Locks the wallet of a verification's client; none if there is no such verification. */
export async function lockWalletOfVerification(sql: Sql, verificationId: string): Promise<LockedWallets> {
  const rows = await sql.query<RowOf<Verification, 'client_id'>>(
    'SELECT client_id FROM verifications WHERE id = $1',
    [verificationId],
  );
  return lockWallets(
    sql,
    rows.map(({ client_id }) => client_id),
  );
}

/**
 * Completes a verification in review and charges or releases its credits. The review reason stays on the row: it marks
 * a result decided by a person. The ledger's unique index has the last word on settling once.
 */
export async function settleReview(
  sql: Sql,
  reviewCase: ReviewCase,
  result: Extract<VerificationResult, { status: 'completed' }>,
  wallets: LockedWallets,
): Promise<void> {
  const {
    id,
    client_id,
    service_code: serviceCode,
    idempotency_key: idempotencyKey,
    reference,
    credits,
  } = reviewCase;
  const settled = await sql.query(
    `UPDATE verifications SET ${movesTo('verifications', 'decide')}, outcome = $2, label = $3, credits_reserved = 0,
       credits_charged = $4, completed_at = $5, version = version + 1
     WHERE id = $1 AND ${movesFrom('verifications', 'decide')} RETURNING id`,
    [id, result.outcome, result.label, result.settleBy === 'charge' ? credits : 0, wallets.now],
  );
  if (settled.length !== 1) throw new Error(`Bug: verification ${id} left the review while it was locked`);
  const line = moveCredits(walletOf(wallets, client_id), result.settleBy, credits);
  if (result.settleBy === 'release') await giveBack(sql, [id]);
  const write = new BulkWrite();
  const news = { id, clientId: client_id, serviceCode, idempotencyKey, reference, credits, result };
  writeLedgerAndEvents(write, [{ line, verificationId: id }], wallets, { verifications: [news] });
  await write.run(sql);
  const data = { request_id: toPublicId('verification', id), service: serviceOf(serviceCode).label };
  await stageMail(sql, { kind: 'review_decided', clientId: client_id, data });
}
