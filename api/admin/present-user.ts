import { toPublicId } from '../../shared/domain/ids.js';
import type { WireUser } from '../../shared/wire/admin.js';
import type { CsvForm } from '../http/csv.js';
import type { UserRow } from './load-users.js';

/** An account as admins see it (contract 6). */
export function presentUser(row: UserRow): WireUser {
  return {
    user_id: toPublicId('user', row.id),
    email: row.email,
    role: row.role,
    suspended: row.suspended,
  };
}

/** Accounts as a file. */
export const USERS_CSV: CsvForm<WireUser> = {
  name: 'users',
  columns: {
    user_id: ({ user_id }) => user_id,
    email: ({ email }) => email,
    role: ({ role }) => role,
    suspended: ({ suspended }) => String(suspended),
  },
};
