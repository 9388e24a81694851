import { IsNull, LessThan } from 'typeorm';
import type { Sql } from '../../shared/db/database.js';
import { User } from '../../shared/db/entities/index.js';
import { rowsOf } from '../../shared/db/rows.js';
import { type Role, roleOf } from '../../shared/domain/roles.js';
import { MAX_LIMIT, type PageRequest } from '../http/page.js';

const SHOWN = {
  id: true,
  email: true,
  role: true,
  teamRole: true,
  suspended: true,
  name: true,
  lastSeenAt: true,
} as const;

/** An account as it is shown. */
export interface ShownUser extends Pick<User, 'id' | 'email' | 'suspended' | 'name' | 'lastSeenAt'> {
  role: Role;
}

/** Reads one account of the client, or of staff (null), more than the page holds, newest first: ids grow with time. */
export async function loadUsers(
  sql: Sql,
  clientId: string | null,
  { limit, after }: PageRequest,
): Promise<ShownUser[]> {
  const users = await rowsOf(sql, User).find({
    select: SHOWN,
    where: {
      clientId: clientId ?? IsNull(),
      removedAt: IsNull(),
      ...(after !== undefined && { id: LessThan(after) }),
    },
    order: { id: 'DESC' },
    // TypeORM embeds it in the text of the statement, and PostgreSQL prepares each text separately.
    take: MAX_LIMIT + 1,
  });
  return users.slice(0, limit + 1).map(show);
}

/** Reads one account. Throws if there is none. */
export async function loadUser(sql: Sql, id: string): Promise<ShownUser> {
  const user = await rowsOf(sql, User).findOne({ select: SHOWN, where: { id } });
  if (user === null) throw new Error('Bug: an account is gone');
  return show(user);
}

function show({ role, teamRole, ...user }: Pick<User, keyof typeof SHOWN>): ShownUser {
  return { ...user, role: roleOf(role, teamRole) };
}
