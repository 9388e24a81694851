import type { Sql } from '../db/database.js';
import { toPublicId } from '../domain/ids.js';
import { type ClientRole, type Role, roleOf, scopeOf, type TokenScope, teamRoleOf } from '../domain/roles.js';
import { type Actor, appendAudit } from './append-audit.js';
import { changedFields } from './changed-fields.js';
import { waitForAcceptances } from './wait-for-acceptances.js';

export interface UserChange {
  userId: string;
  /** The client that the user belongs to, or null for staff: anybody else's user is not found. */
  clientId: string | null;
  suspended?: boolean;
  /** One of the client's, or of staff's, as the account is. */
  role?: Role;
  /** Argon2id in PHC string format, made for this change; its owner has to choose another password. */
  temporaryPasswordHash?: string;
}

/** `own_account` and `last_admin` say why nothing was changed. */
export type UserChangeResult = 'changed' | 'unknown' | 'own_account' | 'last_admin';

interface Account {
  scope: TokenScope;
  team_role: ClientRole;
  suspended: boolean;
  has_this_password: boolean;
}

/**
 * Suspends or resumes an account, gives it another role or a temporary password, and says so in the audit log. All of
 * them but resuming end every token of the account. No admin suspends or demotes an account of their own, or takes the
 * last active admin away; the command line may, since it can create another. Safe to run again after a lost
 * commit.
 */
export async function changeUser(sql: Sql, change: UserChange, by: Actor): Promise<UserChangeResult> {
  const takesAway = mayTakeAdminAway(change);
  const admins = takesAway ? await lockActiveAdmins(sql) : [];
  const before = await lockAccount(sql, change);
  if (before === undefined) return 'unknown';
  const standing = { role: roleOf(before.scope, before.team_role), suspended: before.suspended };
  const after = { role: change.role ?? standing.role, suspended: change.suspended ?? standing.suspended };
  const changed = changedFields(standing, after);
  const newPassword = change.temporaryPasswordHash !== undefined && !before.has_this_password;
  if (changed === undefined && !newPassword) return 'changed';
  if (takesAway && by.actor === toPublicId('user', change.userId)) return 'own_account';
  if (by.actor !== 'system' && admins.length === 1 && admins[0] === change.userId) return 'last_admin';

  await writeAccount(sql, change, after, newPassword || after.role !== standing.role || after.suspended);
  if (change.clientId !== null) await waitForAcceptances(sql, change.clientId);
  const target = toPublicId('user', change.userId);
  if (newPassword) await appendAudit(sql, { ...by, action: 'user.password_reset', target });
  if (changed !== undefined) {
    await appendAudit(sql, { ...by, action: actionOf(standing, after), target, details: changed });
  }
  return 'changed';
}

function mayTakeAdminAway({ clientId, suspended, role }: UserChange): boolean {
  return clientId === null && (suspended === true || (role !== undefined && role !== 'admin'));
}

/**
 * Locks all admins who can act, in the order of their ids. Of two admins who take each other away at the same time,
 * one waits here and then finds the other gone.
 */
async function lockActiveAdmins(sql: Sql): Promise<string[]> {
  const admins = await sql.query<{ id: string }>(
    `SELECT id FROM users WHERE role = 'admin' AND NOT suspended ORDER BY id FOR NO KEY UPDATE`,
  );
  return admins.map(({ id }) => id);
}

async function lockAccount(sql: Sql, change: UserChange): Promise<Account | undefined> {
  const [account] = await sql.query<Account>(
    `SELECT role AS scope, team_role, suspended, password_hash IS NOT DISTINCT FROM $3::text AS has_this_password FROM users
     WHERE id = $1 AND client_id IS NOT DISTINCT FROM $2::uuid FOR NO KEY UPDATE`,
    [change.userId, change.clientId, change.temporaryPasswordHash ?? null],
  );
  return account;
}

async function writeAccount(
  sql: Sql,
  { userId, temporaryPasswordHash }: UserChange,
  { role, suspended }: { role: Role; suspended: boolean },
  endTokens: boolean,
): Promise<void> {
  await sql.query(
    `UPDATE users SET role = $2, team_role = $3, suspended = $4, password_hash = COALESCE($5, password_hash),
       must_change_password = must_change_password OR $5 IS NOT NULL, token_version = token_version + $6::integer
     WHERE id = $1`,
    [userId, scopeOf(role), teamRoleOf(role), suspended, temporaryPasswordHash ?? null, endTokens ? 1 : 0],
  );
}

function actionOf(before: { suspended: boolean }, after: { suspended: boolean }): string {
  if (before.suspended === after.suspended) return 'user.role_changed';
  return after.suspended ? 'user.suspended' : 'user.resumed';
}
