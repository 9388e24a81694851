import { changeUser, type UserChange } from '../../shared/accounts/change-user.js';
import type { Database } from '../../shared/db/database.js';

interface Found {
  id: string;
  client_id: string | null;
  removed: boolean;
  suspended: boolean;
  client_suspended: boolean;
}

/**
 * Changes the account with this e-mail address in the name of the system. Returns what keeps its owner from signing in
 * afterwards. Throws if there is no such account.
 */
export async function changeAccount(
  db: Database,
  email: string,
  change: Omit<UserChange, 'userId' | 'clientId'>,
): Promise<'account_suspended' | 'client_suspended' | undefined> {
  const [user] = await db.query<Found>(
    `SELECT u.id, u.client_id, u.removed_at IS NOT NULL AS removed, u.suspended,
       COALESCE(c.suspended, false) AS client_suspended
     FROM users u LEFT JOIN clients c ON c.id = u.client_id WHERE u.email COLLATE "C" = $1`,
    [email],
  );
  if (user === undefined) throw new Error(`There is no account with the e-mail address ${email}.`);
  if (user.removed) {
    throw new Error(`${email} was removed from the team, and is locked out. An invitation brings them back.`);
  }
  const target = { userId: user.id, clientId: user.client_id };
  const result = await db.transaction((sql) =>
    changeUser(sql, { ...target, ...change }, { actor: 'system' }),
  );
  if (result !== 'changed') throw new Error(`Bug: the account could not be changed: ${result}`);
  if (user.suspended) return 'account_suspended';
  return user.client_suspended ? 'client_suspended' : undefined;
}
