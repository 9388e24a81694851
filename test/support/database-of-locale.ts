import { randomBytes } from 'node:crypto';
import { urlOfDatabase } from '../../scripts/embedded/service-database.js';
import { migrate } from '../../shared/db/migrate.js';
import type { TestDatabase } from './database.js';
import { sharedServers } from './shared-servers.js';
import { withClient } from './superuser.js';

/** The release of PostgreSQL whose column of a database's locale has another name than before. */
const RENAMED_IN = 170_000;

/** A migrated database that sorts as people do, by an ICU locale, and whose locale may change under its indexes. */
export interface LocalisedDatabase extends TestDatabase {
  /** What another release of the C library or of ICU does: the data stays, new sessions compare by another order. */
  changeLocale(locale: string): Promise<void>;
}

/** Makes an empty database that sorts by an ICU locale. */
export async function createSorted(superuserUrl: string, name: string, locale: string): Promise<void> {
  await withClient(superuserUrl, (client) =>
    client.query(
      `CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE ${client.escapeLiteral(locale)}`,
    ),
  );
}

/** Has new sessions of such a database compare by another order. */
export async function changeOrder(superuserUrl: string, name: string, locale: string): Promise<void> {
  await withClient(superuserUrl, async (client) => {
    const { rows } = await client.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::int AS version",
    );
    const column = (rows[0]?.version ?? 0) >= RENAMED_IN ? 'datlocale' : 'daticulocale';
    await client.query(`UPDATE pg_database SET ${column} = $2 WHERE datname = $1`, [name, locale]);
  });
}

/** Makes a migrated database of this ICU locale, which needs no locale of the operating system. */
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
