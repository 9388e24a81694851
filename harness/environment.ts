import { SECRETS } from './secrets.js';
import { temporaryFolder } from './temporary-folder.js';

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string>>;

/** The key the workers send to the provider. */
export const PROVIDER_KEY = 'provider-key-of-the-harness';

/**
 * Returns what API, worker and the programs they are measured against need to work on these servers; each ignores what
 * is not its own. `settings` are added, the provider's address among them, and override the rest.
 */
export function environmentOf(
  servers: { databaseUrl: string; redisUrl: string },
  settings: Environment = {},
): Environment {
  return {
    ...SECRETS,
    DATABASE_URL: servers.databaseUrl,
    REDIS_URL: servers.redisUrl,
    PROVIDER_API_KEY: PROVIDER_KEY,
    SPOOL_DIR: temporaryFolder(),
    ...settings,
  };
}
