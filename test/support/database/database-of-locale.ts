import { randomBytes } from 'node:crypto';
import { changeOrder, createSorted } from '../../../harness/sorted-database.js';
import { withClient } from '../../../harness/with-client.js';
import { urlOfDatabase } from '../../../scripts/embedded/service-database.js';
import { migrate } from '../../../scripts/schema/migrate.js';
import { sharedServers } from '../shared-servers.js';
import type { TestDatabase } from './database.js';

/** A migrated database that sorts by an ICU locale, which can change under its indexes. */
export interface LocalisedDatabase extends TestDatabase {
  /** Acts like an upgrade of the C library or of ICU: the data stays, and new sessions compare in another order. */
  changeLocale(locale: string): Promise<void>;
}

/** Creates a migrated database with this ICU locale, which needs no locale of the operating system. */
export async function createDatabaseOfLocale(locale: string): Promise<LocalisedDatabase> {
  const { appUrl, ownerUrl, superuserUrl } = sharedServers();
  const name = `locale_${randomBytes(8).toString('hex')}`;
  const run = (text: string) => withClient(superuserUrl, async (client) => void (await client.query(text)));
  await createSorted(superuserUrl, name, locale);
  await run(`ALTER DATABASE ${name} OWNER TO ${new URL(ownerUrl).username}`);
  const database = { url: urlOfDatabase(appUrl, name), ownerUrl: urlOfDatabase(ownerUrl, name) };
  await migrate({ ownerUrl: database.ownerUrl, appUrl: database.url });
  return {
    ...database,
    changeLocale: (changed) => changeOrder(superuserUrl, name, changed),
    drop: () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
