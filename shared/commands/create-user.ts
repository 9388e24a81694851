import type { Sql } from '../db/database.js';
import { toPublicId } from '../domain/ids.js';
import { type Role, scopeOf, teamRoleOf } from '../domain/roles.js';
import { type Actor, appendAudit } from './append-audit.js';

export interface NewUser {
  /** Made before the transaction, so that running it again finds its own earlier effect. */
  id: string;
  /** Null for staff. */
  clientId: string | null;
  /** In lower case. */
  email: string;
  /** Argon2id in PHC string format. */
  passwordHash: string;
  role: Role;
  /** The password is temporary: its owner has to choose another at the first sign-in. */
  mustChangePassword: boolean;
}

/**
 * Creates an account and says so in the audit log. False when the e-mail address is taken. Safe to run again after a
 * lost commit.
 */
export async function createUser(sql: Sql, user: NewUser, by: Actor): Promise<boolean> {
  const created = await sql.query(
    `INSERT INTO users (id, client_id, email, password_hash, role, team_role, must_change_password)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id`,
    [
      user.id,
      user.clientId,
      user.email,
      user.passwordHash,
      scopeOf(user.role),
      teamRoleOf(user.role),
      user.mustChangePassword,
    ],
  );
  if (created.length === 0) return (await sql.query('SELECT FROM users WHERE id = $1', [user.id])).length > 0;
  await appendAudit(sql, {
    ...by,
    action: 'user.created',
    target: toPublicId('user', user.id),
    details: {
      role: user.role,
      client_id: user.clientId === null ? null : toPublicId('client', user.clientId),
    },
  });
  return true;
}
