import type { ApiConfig } from '../../shared/config/api.js';

/** Says whether callers reach the API by https, as far as PUBLIC_URL tells. */
export function isPublicHttps(config: ApiConfig): boolean {
  return config.publicUrl !== undefined && new URL(config.publicUrl).protocol === 'https:';
}
