import type { Sql } from '../../shared/db/database.js';
import type { User } from '../../shared/db/entities/user.entity.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { NO_LIMITS, type SpendingLimits } from '../../shared/domain/spending.js';
import type { WireMember } from '../../shared/wire/team.js';
import { limitsColumn } from '../spending/limits-column.js';

interface MemberRow
  extends RowOf<User, 'id' | 'name' | 'email' | 'team_role' | 'suspended' | 'last_seen_at'> {
  second_factor: boolean;
  limits: SpendingLimits | null;
}

const SELECT = `SELECT id, name, email, team_role, suspended, last_seen_at,
  EXISTS (SELECT FROM second_factors f WHERE f.user_id = users.id) AS second_factor,
  ${limitsColumn('users.client_id', 'users.id')}
  FROM users
  WHERE client_id = $1 AND removed_at IS NULL`;

/** The people of a team, in the order in which they joined. */
export async function loadMembers(sql: Sql, clientId: string): Promise<WireMember[]> {
  return (await sql.query<MemberRow>(`${SELECT} ORDER BY id`, [clientId])).map(present);
}

/** Reads one of them; undefined if not in the team. */
export async function loadMember(sql: Sql, clientId: string, id: string): Promise<WireMember | undefined> {
  const [row] = await sql.query<MemberRow>(`${SELECT} AND id = $2`, [clientId, id]);
  return row && present(row);
}

function present(row: MemberRow): WireMember {
  const { id, name, email, team_role, suspended, second_factor, last_seen_at, limits } = row;
  return {
    user_id: toPublicId('user', id),
    name,
    email,
    role: team_role,
    suspended,
    second_factor,
    last_seen_at: last_seen_at?.toISOString() ?? null,
    limits: limits ?? NO_LIMITS,
  };
}
