import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { urlOfDatabase } from '../../scripts/embedded/service-database.js';
import { sessionIn } from '../../shared/db/scope.js';
import { sharedServers } from './shared-servers.js';

/** The address of the database of this URL for the superuser, whom neither triggers nor privileges need stop. */
export function superuserUrlOf(url: string): string {
  return urlOfDatabase(sharedServers().superuserUrl, new URL(url).pathname.slice(1));
}

/** Runs `work` on one connection to this database, over the rows of everybody. */
export function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withConnection({ connectionString: url, options: sessionIn('operator') }, work);
}

/** The same as somebody with psql connects: without a scope. */
export function withoutScope<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withConnection({ connectionString: url }, work);
}

async function withConnection<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** An empty database that nothing was migrated in. */
export async function createEmptyDatabase(): Promise<{
  url: string;
  ownerUrl: string;
  drop(): Promise<void>;
}> {
  const { appUrl, ownerUrl, superuserUrl } = sharedServers();
  const name = `empty_${randomBytes(8).toString('hex')}`;
  const run = (statement: string) =>
    withClient(superuserUrl, async (client) => {
      await client.query(statement);
    });
  await run(`CREATE DATABASE ${name} OWNER ${new URL(ownerUrl).username}`);
  return {
    url: urlOfDatabase(appUrl, name),
    ownerUrl: urlOfDatabase(ownerUrl, name),
    drop: () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
