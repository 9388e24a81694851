import type { Environment } from '../../harness/environment.js';
import type { Site } from '../../harness/site-servers.js';
import { type OpenDatabase, openDatabase } from '../../shared/db/database.js';
import type { Servers } from './servers.js';

/**
 * The settings of processes besides their servers; the timeout in milliseconds is how long workers wait for the
 * provider.
 */
export function settingsOf(providerUrl: string, providerTimeoutMs: number): Environment {
  return {
    PROVIDER_URL: providerUrl,
    PROVIDER_TIMEOUT_MS: String(providerTimeoutMs),
    CLIENT_REQUESTS_PER_MINUTE: '10000000',
    LOG_LEVEL: 'info',
  };
}

/** Connects directly to the database of a site as the superuser, seeing the rows of all clients. */
export function openSiteDatabase({ superuserUrl: url }: Pick<Site, 'superuserUrl'>): Promise<OpenDatabase> {
  return openDatabase({ url, applicationName: 'chaos', scope: 'operator', poolSize: 3 });
}

/** Creates a site whose workers call the provider of these servers. */
export function createSite(servers: Servers, providerTimeoutMs: number): Promise<Site> {
  return servers.createSite(settingsOf(servers.provider.url, providerTimeoutMs));
}
