import type { Sql } from '../../shared/db/database.js';
import type { User } from '../../shared/db/entities/index.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { HIGHEST_ID } from '../../shared/domain/ids.js';
import { type Role, roleOf } from '../../shared/domain/roles.js';
import { NO_LIMITS, type SpendingLimits } from '../../shared/domain/spending.js';
import type { PageRequest } from '../http/page.js';
import { limitsColumn } from '../spending/limits-column.js';

interface UserRow
  extends RowOf<User, 'id' | 'email' | 'role' | 'team_role' | 'suspended' | 'name' | 'last_seen_at'> {
  limits: SpendingLimits | null;
}

/** An account as it is shown. */
export interface ShownUser extends Pick<User, 'id' | 'email' | 'suspended' | 'name' | 'lastSeenAt'> {
  role: Role;
  /** Null for staff, who spend nothing. */
  limits: SpendingLimits | null;
}

const SELECT = `SELECT id, email, role, team_role, suspended, name, last_seen_at,
  ${limitsColumn('users.client_id', 'users.id')}
  FROM users`;

/** Reads one account of the client, or of staff (null), more than the page holds, newest first: ids grow with time. */
export async function loadUsers(
  sql: Sql,
  clientId: string | null,
  { limit, after = HIGHEST_ID }: PageRequest,
): Promise<ShownUser[]> {
  const [whose, values] =
    clientId === null ? ['client_id IS NULL', []] : (['client_id = $3', [clientId]] as const);
  const rows = await sql.query<UserRow>(
    `${SELECT} WHERE ${whose} AND removed_at IS NULL AND id < $1 ORDER BY id DESC LIMIT $2`,
    [after, limit + 1, ...values],
  );
  return rows.map(show);
}

/** Reads one account. Throws if there is none. */
export async function loadUser(sql: Sql, id: string): Promise<ShownUser> {
  const [row] = await sql.query<UserRow>(`${SELECT} WHERE id = $1`, [id]);
  if (row === undefined) throw new Error('Bug: an account is gone');
  return show(row);
}

function show({ role, team_role, last_seen_at: lastSeenAt, limits, ...user }: UserRow): ShownUser {
  return {
    ...user,
    role: roleOf(role, team_role),
    lastSeenAt,
    limits: role === 'client' ? (limits ?? NO_LIMITS) : null,
  };
}
