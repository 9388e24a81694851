import { changeUser, type UserChange } from '../../shared/accounts/change-user.js';
import type { Database } from '../../shared/db/database.js';

/** Changes the account with this e-mail address in the name of the system. Throws if there is none. */
export async function changeAccount(
  db: Database,
  email: string,
  change: Omit<UserChange, 'userId' | 'clientId'>,
): Promise<void> {
  const [user] = await db.query<{ id: string; client_id: string | null }>(
    'SELECT id, client_id FROM users WHERE email COLLATE "C" = $1',
    [email],
  );
  if (user === undefined) throw new Error(`There is no account with the e-mail address ${email}.`);
  const target = { userId: user.id, clientId: user.client_id };
  const result = await db.transaction((sql) =>
    changeUser(sql, { ...target, ...change }, { actor: 'system' }),
  );
  if (result !== 'changed') throw new Error(`Bug: the account could not be changed: ${result}`);
}
