import { changeUser, type UserChange, type UserChangeResult } from '../../shared/accounts/change-user.js';
import { hashPassword } from '../../shared/accounts/passwords.js';
import { createTemporaryPassword } from '../../shared/crypto/random-secrets.js';
import type { Database, Sql } from '../../shared/db/database.js';
import type { Actor } from '../../shared/evidence/append-audit.js';
import type { WireUser, WireUserWithPassword } from '../../shared/wire/admin.js';
import type { HashSlots } from '../auth/hash-slots.js';
import { type ApiError, conflict, notFound } from '../errors/catalogue.js';
import { loadUser } from './load-users.js';
import { presentUser } from './present-user.js';
import type { PatchStaffBody, PatchUserBody } from './requests.js';

/** Why an account was not changed, as an error. */
export const REFUSALS: Readonly<Record<Exclude<UserChangeResult, 'changed'>, () => ApiError>> = {
  unknown: notFound,
  own_account: () =>
    conflict('This is your own account. Another admin has to suspend it or change its role.'),
  last_admin: () => conflict('This is the last active admin. Appoint another admin first.'),
  last_owner: () => conflict('This is the last active owner of the team. Appoint another owner first.'),
};

interface ChangeDeps {
  db: Database;
  slots: HashSlots;
  lane: string;
}

/**
 * Changes an account, and what `alongside` changes with it: both or neither. After a reset the answer contains the
 * temporary password. Throws 404 and 409.
 */
export async function changeAccount(
  { db, slots, lane }: ChangeDeps,
  target: Pick<UserChange, 'userId' | 'clientId'>,
  { reset_password, ...changes }: PatchStaffBody | Omit<PatchUserBody, 'limits'>,
  by: Actor,
  alongside?: (sql: Sql) => Promise<void>,
): Promise<WireUser | WireUserWithPassword> {
  const password = reset_password === true ? createTemporaryPassword() : undefined;
  const hash = (chosen: string) => slots.run(lane, () => hashPassword(chosen));
  const reset = password === undefined ? {} : { temporaryPasswordHash: await hash(password) };
  const user = await db.transaction(async (sql) => {
    const result = await changeUser(sql, { ...target, ...changes, ...reset }, by);
    if (result !== 'changed') throw REFUSALS[result]();
    await alongside?.(sql);
    return presentUser(await loadUser(sql, target.userId));
  });
  return password === undefined ? user : { ...user, temporary_password: password };
}
