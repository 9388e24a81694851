import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ServiceDatabase, urlOfDatabase } from '../scripts/embedded/service-database.js';
import { type Environment, environmentOf } from './environment.js';
import { type OwnServer, startOwnPostgres, startOwnRedis } from './own-servers.js';
import { copyDatabase, makeDatabase } from './template-database.js';
import { temporaryFolder } from './temporary-folder.js';
import { withClient } from './with-client.js';

/** A migrated, empty database and a separate Redis database, with the environment for processes on them. */
export interface Site {
  readonly ownerUrl: string;
  readonly databaseUrl: string;
  /** Of the superuser, whom neither triggers nor privileges stop. */
  readonly superuserUrl: string;
  readonly redisUrl: string;
  readonly environment: Environment;
  /** Folder of the files its processes write their output to. */
  readonly logs: string;
}

/** The servers of one run, used by nothing else: PostgreSQL with all durability guarantees on, and Redis. */
export interface SiteServers {
  readonly postgres: OwnServer;
  readonly redis: OwnServer;
  readonly logs: string;
  /** Creates another site; `settings` are for the processes on it, such as the address of their provider. */
  createSite(settings?: Environment): Promise<Site>;
  /** Stops both; the logs are kept if `keepLogs`. */
  close(keepLogs?: boolean): Promise<void>;
}

/** Starts them; `postgresFolder` holds the data of PostgreSQL, a new one by default. */
export async function startSiteServers(options: { postgresFolder?: string } = {}): Promise<SiteServers> {
  const folder = temporaryFolder();
  const logs = join(folder, 'logs');
  mkdirSync(logs);
  const { postgresFolder } = options;
  const [postgres, redis] = await Promise.all([
    startOwnPostgres({ durable: true, ...(postgresFolder !== undefined && { folder: postgresFolder }) }),
    startOwnRedis(),
  ]);
  let template: Promise<ServiceDatabase> | undefined;
  let sites = 0;
  return {
    ...{ postgres, redis, logs },
    createSite: async (settings) => {
      sites += 1;
      const name = `site_${sites}`;
      const redisUrl = `${redis.url}/${sites}`;
      template ??= makeDatabase(postgres.url, 'site_template');
      const run = (statement: string) => withClient(postgres.url, (client) => client.query(statement));
      const { ownerUrl, appUrl: databaseUrl } = await copyDatabase(run, await template, name);
      return {
        ...{ ownerUrl, databaseUrl, redisUrl, logs },
        superuserUrl: urlOfDatabase(postgres.url, name),
        environment: environmentOf({ databaseUrl, redisUrl }, settings),
      };
    },
    close: async (keepLogs = false) => {
      await redis.remove();
      await postgres.remove();
      if (!keepLogs) rmSync(folder, { recursive: true, force: true });
    },
  };
}
