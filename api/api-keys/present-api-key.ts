import { toPublicId } from '../../shared/domain/ids.js';
import type { WireApiKey } from '../../shared/wire/api-key.js';

export interface ApiKeyRow {
  id: string;
  prefix: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
}

/** An API key as its client sees it (contract 3). */
export function presentApiKey(row: ApiKeyRow): WireApiKey {
  return {
    api_key_id: toPublicId('apiKey', row.id),
    prefix: row.prefix,
    name: row.name,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}
