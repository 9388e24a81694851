import type { ApiConfig } from '../../shared/config/api.js';

/** The base of links in mails. Never the host named in a request: its sender chooses that. */
export function linkBase({ publicUrl, port }: Pick<ApiConfig, 'publicUrl' | 'port'>): string {
  return publicUrl?.replace(/\/$/, '') ?? `http://localhost:${port}`;
}
