import { randomBytes } from 'node:crypto';
import { withClient } from '../../../harness/with-client.js';
import { urlOfDatabase } from '../../../scripts/embedded/service-database.js';
import { sharedServers } from '../shared-servers.js';

/** The URL of the same database for the superuser, whom neither triggers nor privileges stop. */
export function superuserUrlOf(url: string): string {
  return urlOfDatabase(sharedServers().superuserUrl, new URL(url).pathname.slice(1));
}

/** An empty database without migrations. */
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
