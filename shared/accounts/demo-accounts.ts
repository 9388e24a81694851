import type { Sql } from '../db/database.js';
import type { User } from '../db/entities/user.entity.js';
import type { RowOf } from '../db/row-of.js';
import { verifyPassword } from './passwords.js';

/** The password of the accounts that `npm start` creates, unless DEMO_PASSWORD is set: everybody knows it. */
export const DEMO_PASSWORD = 'demo-password-1';

/** The demo sign-ins of contract 8. */
export const DEMO_EMAILS = {
  admin: 'admin@example.test',
  support: 'support@example.test',
  client: 'client@example.test',
  other: 'other@example.test',
} as const;

/**
 * Finds the demo accounts that anybody can sign in to, as in a database that was copied from a demonstration. Needs a
 * scope that sees every account and client.
 */
export async function findDemoAccounts(sql: Sql): Promise<string[]> {
  const accounts = await sql.query<RowOf<User, 'email' | 'password_hash'>>(
    `SELECT u.email, u.password_hash FROM users u LEFT JOIN clients c ON c.id = u.client_id
     WHERE u.email = ANY($1::text[]) AND NOT u.suspended AND c.suspended IS NOT TRUE ORDER BY u.email`,
    [Object.values(DEMO_EMAILS)],
  );
  const open: string[] = [];
  for (const { email, password_hash } of accounts) {
    if (await verifyPassword(password_hash, DEMO_PASSWORD)) open.push(email);
  }
  return open;
}
