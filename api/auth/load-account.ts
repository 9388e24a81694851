import type { Sql } from '../../shared/db/database.js';
import type { Role } from '../../shared/domain/roles.js';

/** The account behind a token as it stands at this moment. */
export interface Account {
  id: string;
  email: string;
  role: Role;
  suspended: boolean;
  must_change_password: boolean;
  token_version: number;
  client_id: string | null;
  client_name: string | null;
  client_suspended: boolean | null;
  token_revoked: boolean;
}

/**
 * Looks up, in one query for every request, all that can end a token before its time. There is no cache on purpose: a
 * logout or suspension on another API process counts from the very next request.
 */
export async function loadAccount(sql: Sql, userId: string, jti: string): Promise<Account | undefined> {
  const [account] = await sql.query<Account>(
    `SELECT u.id, u.email, u.role, u.suspended, u.must_change_password, u.token_version, u.client_id,
            c.name AS client_name, c.suspended AS client_suspended,
            EXISTS (SELECT FROM revoked_tokens r WHERE r.jti = $2::uuid) AS token_revoked
     FROM users u LEFT JOIN clients c ON c.id = u.client_id
     WHERE u.id = $1::uuid`,
    [userId, jti],
  );
  return account;
}
