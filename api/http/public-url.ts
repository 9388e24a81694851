import type { ApiConfig } from '../../shared/config/api.js';

/** Whether callers reach the API over https, according to PUBLIC_URL. */
export function isPublicHttps(config: ApiConfig): boolean {
  return config.publicUrl !== undefined && new URL(config.publicUrl).protocol === 'https:';
}
