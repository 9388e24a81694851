import type { Sql } from '../../shared/db/database.js';
import { type ClientRole, type Role, roleOf, type TokenScope } from '../../shared/domain/roles.js';
import { Conditions } from '../http/conditions.js';
import type { PageRequest } from '../http/page.js';

export interface UserRow {
  id: string;
  email: string;
  role: Role;
  suspended: boolean;
}

/** Reads one account of the client, or of staff (null), more than the page holds, newest first: ids grow with time. */
export function loadUsers(
  sql: Sql,
  clientId: string | null,
  { limit, after }: PageRequest,
): Promise<UserRow[]> {
  const where = new Conditions();
  where.add('removed_at IS NULL');
  if (clientId === null) where.add('client_id IS NULL');
  else where.add('client_id = ?', clientId);
  where.addIfGiven('id < ?', after);
  return read(sql, `WHERE ${where} ORDER BY id DESC LIMIT ${where.bind(limit + 1)}`, where.values);
}

/** Reads one account. Throws when there is none. */
export async function loadUser(sql: Sql, id: string): Promise<UserRow> {
  const [row] = await read(sql, 'WHERE id = $1', [id]);
  if (row === undefined) throw new Error('Bug: an account is gone');
  return row;
}

interface StoredUser extends Omit<UserRow, 'role'> {
  scope: TokenScope;
  team_role: ClientRole;
}

async function read(sql: Sql, condition: string, values: readonly unknown[]): Promise<UserRow[]> {
  const rows = await sql.query<StoredUser>(
    `SELECT id, email, role AS scope, team_role, suspended FROM users ${condition}`,
    values,
  );
  return rows.map(({ scope, team_role, ...row }) => ({ ...row, role: roleOf(scope, team_role) }));
}
