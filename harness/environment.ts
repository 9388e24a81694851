import { SECRETS } from './secrets.js';
import { folderUntilExit } from './temporary-folder.js';

/** The variables of a process. */
export type Environment = Readonly<Record<string, string>>;

/** The key that the workers send to the provider. */
export const PROVIDER_KEY = 'provider-key-of-the-harness';

/**
 * What API, worker and what they are measured beside need to work on these servers, each of which ignores what is not
 * its own. `settings` add to it, the provider's address among them, and go before what is said here.
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
    SPOOL_DIR: folderUntilExit(),
    ...settings,
  };
}
