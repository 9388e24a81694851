import { toPublicId } from '../../shared/domain/ids.js';
import { NO_LIMITS } from '../../shared/domain/spending.js';
import type { WireClient } from '../../shared/wire/admin.js';
import type { CsvForm } from '../http/csv.js';
import type { ClientRow } from './load-clients.js';

/** A client as admins see it (contract 6). */
export function presentClient(row: ClientRow): WireClient {
  return {
    client_id: toPublicId('client', row.id),
    name: row.name,
    suspended: row.suspended,
    low_balance_threshold: row.low_balance_threshold,
    retention_days: row.retention_days,
    limits: row.limits ?? NO_LIMITS,
    figures: figuresOf(row),
    created_at: row.created_at.toISOString(),
  };
}

function figuresOf(row: ClientRow): WireClient['figures'] {
  const { submitted, completed, credits, reviewed, last_day, available, users } = row;
  return { submitted, completed, credits, reviewed, last_day, available, users };
}

/** The clients as a file. */
export const CLIENTS_CSV: CsvForm<WireClient> = {
  name: 'clients',
  columns: {
    client_id: ({ client_id }) => client_id,
    name: ({ name }) => name,
    suspended: ({ suspended }) => String(suspended),
    low_balance_threshold: ({ low_balance_threshold }) => low_balance_threshold,
    retention_days: ({ retention_days }) => retention_days,
    limit_per_day: ({ limits }) => limits.per_day,
    limit_per_month: ({ limits }) => limits.per_month,
    created_at: ({ created_at }) => created_at,
  },
};
