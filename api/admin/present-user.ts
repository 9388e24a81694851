import { toPublicId } from '../../shared/domain/ids.js';
import type { WireUser } from '../../shared/wire/admin.js';
import type { CsvForm } from '../http/csv.js';
import type { ShownUser } from './load-users.js';

/** An account as admins see it (contract 6). */
export function presentUser(user: ShownUser): WireUser {
  return {
    user_id: toPublicId('user', user.id),
    email: user.email,
    role: user.role,
    suspended: user.suspended,
    name: user.name,
    last_seen_at: user.lastSeenAt?.toISOString() ?? null,
    ...(user.limits !== null && { limits: user.limits }),
  };
}

/** The accounts of staff as a file. */
export const STAFF_CSV: CsvForm<WireUser> = {
  name: 'users',
  columns: {
    user_id: ({ user_id }) => user_id,
    email: ({ email }) => email,
    role: ({ role }) => role,
    suspended: ({ suspended }) => String(suspended),
    name: ({ name }) => name,
    last_seen_at: ({ last_seen_at }) => last_seen_at,
  },
};

/** The accounts of a client as a file. */
export const USERS_CSV: CsvForm<WireUser> = {
  name: 'users',
  columns: {
    ...STAFF_CSV.columns,
    limit_per_day: ({ limits }) => limits?.per_day ?? null,
    limit_per_month: ({ limits }) => limits?.per_month ?? null,
  },
};
