import { randomBytes } from 'node:crypto';
import { copyDatabase } from '../../../harness/template-database.js';
import { expectLogged } from '../personal-data/openings.js';
import { sharedServers } from '../shared-servers.js';
import { administer } from './administer.js';

/** The migrated database of one test file. */
export interface TestDatabase {
  /** The URL api and worker use. */
  url: string;
  /** The URL migrations use. */
  ownerUrl: string;
  /** Drops it even if something is still connected. Throws if someone looked at personal data in it without a trace. */
  drop(): Promise<void>;
}

/** Copies the migrated template: one database per test file, created in `before` and dropped in `after`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = sharedServers();
  const name = `test_${randomBytes(8).toString('hex')}`;
  const { ownerUrl, appUrl: url } = await copyDatabase(administer, template, name);
  let dropped = false;
  return {
    url,
    ownerUrl,
    drop: async () => {
      // A test may have dropped it already, to see how its users react.
      const failure: unknown = dropped ? undefined : await expectLogged(url).catch((error: unknown) => error);
      dropped = true;
      await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      if (failure !== undefined) throw failure;
    },
  };
}
