import { createUser } from '../../shared/accounts/create-user.js';
import { hashPassword } from '../../shared/accounts/passwords.js';
import { createTemporaryPassword } from '../../shared/crypto/random-secrets.js';
import type { Database } from '../../shared/db/database.js';
import { newId } from '../../shared/domain/ids.js';
import type { Role } from '../../shared/domain/roles.js';
import type { Actor } from '../../shared/evidence/append-audit.js';
import type { WireUserWithPassword } from '../../shared/wire/admin.js';
import type { HashSlots } from '../auth/hash-slots.js';
import { conflict } from '../errors/catalogue.js';
import { loadUser } from './load-users.js';
import { presentUser } from './present-user.js';

/**
 * Opens an account with a temporary password, which appears only in the answer. Throws 409 if the e-mail address
 * already has an account, whoever's it is.
 */
export async function openAccount(
  { db, slots, lane }: { db: Database; slots: HashSlots; lane: string },
  account: { clientId: string | null; email: string; role: Role; name?: string | null },
  by: Actor,
): Promise<WireUserWithPassword> {
  const password = createTemporaryPassword();
  const passwordHash = await slots.run(lane, () => hashPassword(password));
  const user = { ...account, id: newId(), passwordHash, mustChangePassword: true };
  const opened = await db.transaction(async (sql) => {
    const id = await createUser(sql, user, by);
    // Somebody who was removed before comes back with the limits they had.
    return id === undefined ? undefined : loadUser(sql, id);
  });
  if (opened === undefined) throw conflict('An account with this e-mail address already exists.');
  return { ...presentUser(opened), temporary_password: password };
}
