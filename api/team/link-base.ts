import type { ApiConfig } from '../../shared/config/api.js';

/** Where the links of mails lead. Never to what a request calls itself: whoever sends it chooses that. */
export function linkBase({ publicUrl, port }: Pick<ApiConfig, 'publicUrl' | 'port'>): string {
  return publicUrl?.replace(/\/$/, '') ?? `http://localhost:${port}`;
}
