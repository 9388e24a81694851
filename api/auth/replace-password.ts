import { endPasswordLinks } from '../../shared/accounts/end-password-links.js';
import { waitForAcceptances } from '../../shared/accounts/wait-for-acceptances.js';
import type { Sql } from '../../shared/db/database.js';
import type { User } from '../../shared/db/entities/index.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { appendAudit } from '../../shared/evidence/append-audit.js';
import { stageMail } from '../../shared/mail/stage-mail.js';

export interface PasswordReplacement {
  userId: string;
  /** The version the decision is based on: another change in between wins. */
  tokenVersion: number;
  /** Argon2id in PHC string format, created for this replacement. */
  passwordHash: string;
  ipAddress: string | undefined;
}

/**
 * Sets a password its owner chose, which ends every token of the account, every password reset link, and the need to
 * change it. Resolves to false if the account was changed in the meantime. Safe to run again after a lost commit.
 */
export async function replacePassword(sql: Sql, replacement: PasswordReplacement): Promise<boolean> {
  const { userId, tokenVersion, passwordHash, ipAddress } = replacement;
  const [changed] = await sql.query<RowOf<User, 'client_id'>>(
    `UPDATE users SET password_hash = $3, token_version = token_version + 1, must_change_password = false
     WHERE id = $1 AND token_version = $2 RETURNING client_id`,
    [userId, tokenVersion, passwordHash],
  );
  if (changed === undefined) return wasReplaced(sql, replacement);
  await endPasswordLinks(sql, userId);
  if (changed.client_id !== null) await waitForAcceptances(sql, changed.client_id);
  const user = toPublicId('user', userId);
  await stageMail(sql, { kind: 'password_changed', userId, clientId: changed.client_id });
  await appendAudit(sql, { actor: user, action: 'user.password_changed', target: user, ipAddress });
  return true;
}

/** Hashes are salted, so finding ours means that our own earlier attempt was committed. */
async function wasReplaced(sql: Sql, { userId, passwordHash }: PasswordReplacement): Promise<boolean> {
  const rows = await sql.query('SELECT FROM users WHERE id = $1 AND password_hash = $2', [
    userId,
    passwordHash,
  ]);
  return rows.length > 0;
}
