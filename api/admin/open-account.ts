import { createUser } from '../../shared/accounts/create-user.js';
import { hashPassword } from '../../shared/accounts/passwords.js';
import { createTemporaryPassword } from '../../shared/crypto/random-secrets.js';
import type { Database } from '../../shared/db/database.js';
import { newId } from '../../shared/domain/ids.js';
import type { Role } from '../../shared/domain/roles.js';
import { NO_LIMITS } from '../../shared/domain/spending.js';
import type { Actor } from '../../shared/evidence/append-audit.js';
import type { WireUserWithPassword } from '../../shared/wire/admin.js';
import type { HashSlots } from '../auth/hash-slots.js';
import { conflict } from '../errors/catalogue.js';
import { presentUser } from './present-user.js';

/**
 * Opens an account with a temporary password, which appears only in the answer. Throws 409 if the e-mail address
 * already has an account, whoever's it is.
 */
export async function openAccount(
  { db, slots }: { db: Database; slots: HashSlots },
  account: { clientId: string | null; email: string; role: Role; name?: string | null },
  by: Actor,
): Promise<WireUserWithPassword> {
  const password = createTemporaryPassword();
  const passwordHash = await slots.run(account.clientId ?? by.actor, () => hashPassword(password));
  const user = { ...account, id: newId(), passwordHash, mustChangePassword: true };
  const id = await db.transaction((sql) => createUser(sql, user, by));
  if (id === undefined) throw conflict('An account with this e-mail address already exists.');
  const limits = account.clientId === null ? null : NO_LIMITS;
  return {
    ...presentUser({ name: null, ...user, id, suspended: false, lastSeenAt: null, limits }),
    temporary_password: password,
  };
}
