import type { Sql } from '../db/database.js';
import { RecoveryCode, SecondFactor, User } from '../db/entities/index.js';
import { rowsOf } from '../db/rows.js';
import { toPublicId } from '../domain/ids.js';
import { type Actor, appendAudit } from '../evidence/append-audit.js';
import { stageMail } from '../mail/stage-mail.js';
import { waitForAcceptances } from './wait-for-acceptances.js';

/** Whose second factor; `clientId` is null for staff. A user of anyone else is not found. */
export interface FactorReset {
  userId: string;
  clientId: string | null;
}

/** `own_account` says why nothing was changed. */
export type FactorResetResult = 'reset' | 'unknown' | 'own_account';

/**
 * Removes every second factor and recovery code of a user who has lost them, and ends every token of the account:
 * whoever found them may be using it. Safe to retry after a lost commit.
 */
export async function resetSecondFactor(
  sql: Sql,
  { userId, clientId }: FactorReset,
  by: Actor,
): Promise<FactorResetResult> {
  const target = toPublicId('user', userId);
  if (by.actor === target) return 'own_account';
  const found = await sql.query(
    'SELECT FROM users WHERE id = $1 AND client_id IS NOT DISTINCT FROM $2::uuid FOR NO KEY UPDATE',
    [userId, clientId],
  );
  if (found.length === 0) return 'unknown';
  const factors = await rowsOf(sql, SecondFactor).delete({ userId });
  const codes = await rowsOf(sql, RecoveryCode).delete({ userId });
  if (factors + codes === 0) return 'reset';
  await rowsOf(sql, User).update({ id: userId }, { tokenVersion: () => 'token_version + 1' });
  if (clientId !== null) await waitForAcceptances(sql, clientId);
  await stageMail(sql, { kind: 'factor_changed', userId, clientId, data: { change: 'reset' } });
  await appendAudit(sql, { ...by, action: 'user.second_factor_reset', target, details: { factors } });
  return 'reset';
}
