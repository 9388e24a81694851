import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { adoptCopy } from '../../harness/adopt-copy.js';
import { urlOfDatabase } from '../../scripts/embedded/service-database.js';
import { expectLogged } from './openings.js';
import { sharedServers, templateDatabase } from './shared-servers.js';

/** A migrated database of one test file. */
export interface TestDatabase {
  /** As api and worker sign in. */
  url: string;
  /** As the migrations sign in. */
  ownerUrl: string;
  /** Removes it, whoever is still connected. Throws when somebody looked at anybody in it without a trace. */
  drop(): Promise<void>;
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: sharedServers().superuserUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Copies the migrated template: one database a test file, made in `before` and dropped in `after`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { appUrl, ownerUrl } = sharedServers();
  const name = `test_${randomBytes(8).toString('hex')}`;
  const owner = new URL(ownerUrl).username;
  await asSuperuser(`CREATE DATABASE ${name} TEMPLATE ${templateDatabase} OWNER ${owner}`);
  await adoptCopy(urlOfDatabase(ownerUrl, name));
  const url = urlOfDatabase(appUrl, name);
  let dropped = false;
  return {
    url,
    ownerUrl: urlOfDatabase(ownerUrl, name),
    drop: async () => {
      // A test may have dropped it already, to see what becomes of those who use it.
      const failure: unknown = dropped ? undefined : await expectLogged(url).catch((error: unknown) => error);
      dropped = true;
      await asSuperuser(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      if (failure !== undefined) throw failure;
    },
  };
}
