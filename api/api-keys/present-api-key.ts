import type { ApiKey } from '../../shared/db/entities/api-key.entity.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { modeOf } from '../../shared/domain/mode.js';
import { NO_LIMITS, type SpendingLimits } from '../../shared/domain/spending.js';
import type { WireApiKey } from '../../shared/wire/api-key.js';
import { limitsColumn } from '../spending/limits-column.js';

export interface ApiKeyRow
  extends RowOf<
    ApiKey,
    | 'id'
    | 'client_id'
    | 'prefix'
    | 'name'
    | 'scopes'
    | 'allowed_addresses'
    | 'created_at'
    | 'last_used_at'
    | 'expires_at'
  > {
  replaced_until: Date | null;
  limits: SpendingLimits | null;
}

/** The columns of a key that is shown, selected from `api_keys AS k`. */
export const SHOWN_COLUMNS = `k.id, k.client_id, k.prefix, k.name, k.scopes, k.allowed_addresses, k.created_at, k.last_used_at,
  k.expires_at, (SELECT max(r.ends_at) FROM replaced_api_keys AS r
    WHERE r.api_key_id = k.id AND r.ends_at > now()) AS replaced_until,
  ${limitsColumn('k.client_id', 'k.id')}`;

/** An API key as its client sees it (contract 3 and 11). */
export function presentApiKey(row: ApiKeyRow): WireApiKey {
  return {
    api_key_id: toPublicId('apiKey', row.id),
    prefix: row.prefix,
    name: row.name,
    mode: modeOf(row.client_id),
    scopes: row.scopes,
    allowed_addresses: row.allowed_addresses,
    limits: row.limits ?? NO_LIMITS,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    replaced_until: row.replaced_until?.toISOString() ?? null,
  };
}
