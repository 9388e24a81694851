import type { Sql } from '../db/database.js';
import { toPublicId } from '../domain/ids.js';
import { type ClientRole, type Role, roleOf, scopeOf, type TokenScope, teamRoleOf } from '../domain/roles.js';
import { type Actor, appendAudit } from '../evidence/append-audit.js';
import { stageMail } from '../mail/stage-mail.js';
import { changedFields } from './changed-fields.js';
import { endPasswordLinks } from './end-password-links.js';
import { waitForAcceptances } from './wait-for-acceptances.js';
import { withdrawInvitations } from './withdraw-invitations.js';

export interface UserChange {
  userId: string;
  /** The client the user belongs to, or null for staff; a user of anyone else is not found. */
  clientId: string | null;
  suspended?: boolean;
  /** A client role or a staff role, according to the account. */
  role?: Role;
  name?: string | null;
  /** Removes the person from the team: locked out for good, until invited again or restored by an admin. */
  removed?: true;
  /** Argon2id in PHC string format, generated for this change; its owner has to choose another password. */
  temporaryPasswordHash?: string;
  /** The change comes from the team itself, which may not lose its last owner. An admin may remove even that one. */
  keepsOwner?: boolean;
}

/** `own_account`, `last_admin` and `last_owner` say why nothing was changed. */
export type UserChangeResult = 'changed' | 'unknown' | 'own_account' | 'last_admin' | 'last_owner';

interface Account {
  scope: TokenScope;
  team_role: ClientRole;
  suspended: boolean;
  name: string | null;
  removed: boolean;
  has_this_password: boolean;
}

type Standing = Pick<Account, 'suspended' | 'name' | 'removed'> & { role: Role };

/**
 * Suspends or resumes an account, removes it, or changes its role, name or temporary password, and records it in the
 * audit log. All but resuming and renaming end every token of the account and every link to a new password. Admins
 * cannot suspend or demote themselves, or remove the last active admin; the command line can, since it can create
 * another. Safe to retry after a lost commit.
 */
export async function changeUser(sql: Sql, change: UserChange, by: Actor): Promise<UserChangeResult> {
  const takesAway = mayTakeAdminAway(change);
  const admins = takesAway ? await lockActive(sql, change, `role = 'admin'`) : [];
  const owners =
    change.clientId !== null && change.keepsOwner === true
      ? await lockActive(sql, change, `client_id = $2 AND team_role = 'owner'`, change.clientId)
      : [];
  const account = await lockAccount(sql, change);
  if (account === undefined) return 'unknown';
  const before = standingOf(account);
  const after = afterwards(before, change);
  const changed = changedFields({ ...before }, { ...after });
  const newPassword = change.temporaryPasswordHash !== undefined && !account.has_this_password;
  if (changed === undefined && !newPassword) return 'changed';
  if (takesAway && by.actor === toPublicId('user', change.userId)) return 'own_account';
  if (by.actor.startsWith('usr_') && isOnly(admins, change)) return 'last_admin';
  if (isOnly(owners, change) && (after.role !== 'owner' || after.suspended)) return 'last_owner';

  await writeAccount(sql, change, after, newPassword || after.role !== before.role || after.suspended);
  if (change.clientId !== null) await waitForAcceptances(sql, change.clientId);
  // Before the audit log, which whoever changes an invitation locks after it.
  if (change.clientId !== null && after.removed) {
    await withdrawInvitations(sql, { userId: change.userId, clientId: change.clientId }, by);
  }
  await audit(sql, change, { before, after, changed, newPassword }, by);
  return 'changed';
}

function standingOf({ scope, team_role, suspended, name, removed }: Account): Standing {
  return { role: roleOf(scope, team_role), suspended, name, removed };
}

function afterwards(before: Standing, { role, suspended, name, removed }: UserChange): Standing {
  return {
    role: role ?? before.role,
    suspended: removed === true || (suspended ?? before.suspended),
    name: name === undefined ? before.name : name,
    removed: removed === true || before.removed,
  };
}

function mayTakeAdminAway({ clientId, suspended, role }: UserChange): boolean {
  return clientId === null && (suspended === true || (role !== undefined && role !== 'admin'));
}

function isOnly(ids: readonly string[], { userId }: UserChange): boolean {
  return ids.length === 1 && ids[0] === userId;
}

/**
 * Locks all active users of a kind and returns them. Of two users who remove each other at the same time, one waits
 * here and then finds the other gone. Whoever is changed ($1) is locked with them, in the order of the ids, like
 * everybody who locks several accounts: after them, each could wait for the other.
 */
async function lockActive(
  sql: Sql,
  { userId }: UserChange,
  condition: string,
  ...values: string[]
): Promise<string[]> {
  const active = `${condition} AND NOT suspended`;
  const locked = await sql.query<{ id: string; active: boolean }>(
    `SELECT id, ${active} AS active FROM users WHERE id = $1 OR ${active} ORDER BY id FOR NO KEY UPDATE`,
    [userId, ...values],
  );
  return locked.filter((user) => user.active).map(({ id }) => id);
}

async function lockAccount(sql: Sql, change: UserChange): Promise<Account | undefined> {
  const [account] = await sql.query<Account>(
    `SELECT role AS scope, team_role, suspended, name, removed_at IS NOT NULL AS removed,
       password_hash IS NOT DISTINCT FROM $3::text AS has_this_password FROM users
     WHERE id = $1 AND client_id IS NOT DISTINCT FROM $2::uuid AND (removed_at IS NULL OR $4) FOR NO KEY UPDATE`,
    [change.userId, change.clientId, change.temporaryPasswordHash ?? null, change.removed === true],
  );
  return account;
}

async function writeAccount(
  sql: Sql,
  { userId, temporaryPasswordHash }: UserChange,
  { role, suspended, name, removed }: Standing,
  endTokens: boolean,
): Promise<void> {
  await sql.query(
    `UPDATE users SET role = $2, team_role = $3, suspended = $4, password_hash = COALESCE($5, password_hash),
       must_change_password = must_change_password OR $5 IS NOT NULL, token_version = token_version + $6::integer,
       name = $7, removed_at = CASE WHEN $8 THEN COALESCE(removed_at, now()) END
     WHERE id = $1`,
    [
      userId,
      scopeOf(role),
      teamRoleOf(role),
      suspended,
      temporaryPasswordHash ?? null,
      endTokens ? 1 : 0,
      name,
      removed,
    ],
  );
  if (endTokens) await endPasswordLinks(sql, userId);
}

interface Done {
  before: Standing;
  after: Standing;
  changed: ReturnType<typeof changedFields>;
  newPassword: boolean;
}

async function audit(sql: Sql, { userId, clientId }: UserChange, done: Done, by: Actor): Promise<void> {
  const target = toPublicId('user', userId);
  if (done.newPassword) {
    await stageMail(sql, { kind: 'password_changed', userId, clientId, data: { by: 'staff' } });
    await appendAudit(sql, { ...by, action: 'user.password_reset', target });
  }
  if (done.changed === undefined) return;
  // A log that is kept for good does not record names.
  const { name: _before, ...before } = done.changed.before;
  const { name: _after, ...after } = done.changed.after;
  await appendAudit(sql, { ...by, action: actionOf(done), target, details: { before, after } });
}

function actionOf({ before, after }: Done): string {
  if (before.removed !== after.removed) return 'user.removed';
  if (before.suspended !== after.suspended) return after.suspended ? 'user.suspended' : 'user.resumed';
  return before.role === after.role ? 'user.renamed' : 'user.role_changed';
}
