import type { Sql } from '../db/database.js';
import { RecoveryCode, SecondFactor } from '../db/entities/index.js';
import { rowsOf } from '../db/rows.js';
import { toPublicId } from '../domain/ids.js';
import { type Role, scopeOf, teamRoleOf } from '../domain/roles.js';
import { appendAudit } from '../evidence/append-audit.js';

export interface NewUser {
  /** Generated before the transaction, so that a retry recognises its own earlier effect. */
  id: string;
  /** Null for staff. */
  clientId: string | null;
  /** In lower case. */
  email: string;
  name?: string | null;
  /** Argon2id in PHC string format, generated for this account. */
  passwordHash: string;
  role: Role;
  /** The password is temporary: its owner has to choose another at the first sign-in. */
  mustChangePassword: boolean;
}

/** Who opens an account, and from which address. */
export interface Opener {
  /**
   * Undefined for the person it is for, whose id is known only afterwards: somebody who comes back keeps the old one.
   */
  actor: string | undefined;
  ipAddress?: string | undefined;
}

/**
 * Creates an account and records it in the audit log; returns its id, which for someone removed from the same team is
 * the previous one. Undefined if the e-mail address is taken. Safe to retry after a lost commit.
 */
export async function createUser(sql: Sql, user: NewUser, by: Opener): Promise<string | undefined> {
  const { id: newId, clientId, email, name = null, passwordHash, role, mustChangePassword } = user;
  const columns = [clientId, email, passwordHash, scopeOf(role), teamRoleOf(role), mustChangePassword, name];
  const [created] = await sql.query<{ id: string }>(
    `INSERT INTO users (id, client_id, email, password_hash, role, team_role, must_change_password, name)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id`,
    [newId, ...columns],
  );
  const [back] = created === undefined ? await comeBack(sql, columns) : [];
  const id = created?.id ?? back?.id;
  if (id === undefined) {
    // Hashes are salted, so finding this one means that our own earlier attempt was committed.
    const [own] = await sql.query<{ id: string }>(
      'SELECT id FROM users WHERE email COLLATE "C" = $1 AND password_hash = $2',
      [email, passwordHash],
    );
    return own?.id;
  }
  if (back !== undefined) await forgetFactors(sql, back.id);
  const target = toPublicId('user', id);
  await appendAudit(sql, {
    ...by,
    actor: by.actor ?? target,
    action: created === undefined ? 'user.returned' : 'user.created',
    target,
    details: { role, client_id: clientId === null ? null : toPublicId('client', clientId) },
  });
  return id;
}

/** Readmits someone who was removed, as if new: nothing issued before is valid again. */
function comeBack(sql: Sql, columns: readonly unknown[]): Promise<{ id: string }[]> {
  return sql.query<{ id: string }>(
    `UPDATE users SET password_hash = $3, role = $4, team_role = $5, must_change_password = $6, name = $7,
       suspended = false, removed_at = NULL, token_version = token_version + 1
     WHERE email COLLATE "C" = $2 AND client_id = $1 AND removed_at IS NOT NULL RETURNING id`,
    columns,
  );
}

/**
 * What somebody proved their identity with when they were removed may be gone, which would lock them out, or in other
 * hands, and a passkey signs in alone.
 */
async function forgetFactors(sql: Sql, userId: string): Promise<void> {
  await rowsOf(sql, SecondFactor).delete({ userId });
  await rowsOf(sql, RecoveryCode).delete({ userId });
}
