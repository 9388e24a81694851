import { Conditions } from '../../shared/db/conditions.js';
import type { Sql } from '../../shared/db/database.js';
import type { Role } from '../../shared/domain/roles.js';
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
  if (clientId === null) where.add('client_id IS NULL');
  else where.add('client_id = ?', clientId);
  where.addIfGiven('id < ?', after);
  return sql.query<UserRow>(
    `SELECT id, email, role, suspended FROM users WHERE ${where} ORDER BY id DESC LIMIT ${where.bind(limit + 1)}`,
    where.values,
  );
}

/** Reads one account. Throws when there is none. */
export async function loadUser(sql: Sql, id: string): Promise<UserRow> {
  const [row] = await sql.query<UserRow>('SELECT id, email, role, suspended FROM users WHERE id = $1', [id]);
  if (row === undefined) throw new Error('Bug: an account is gone');
  return row;
}
