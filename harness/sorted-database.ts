import { withClient } from './with-client.js';

/** The PostgreSQL release that renamed the column of a database's locale. */
const RENAMED_IN = 170_000;

/** Creates an empty database that sorts by an ICU locale. */
export async function createSorted(superuserUrl: string, name: string, locale: string): Promise<void> {
  await withClient(superuserUrl, (client) =>
    client.query(
      `CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE ${client.escapeLiteral(locale)}`,
    ),
  );
}

/** Makes new sessions of such a database use another sort order. */
export async function changeOrder(superuserUrl: string, name: string, locale: string): Promise<void> {
  await withClient(superuserUrl, async (client) => {
    const { rows } = await client.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::int AS version",
    );
    const column = (rows[0]?.version ?? 0) >= RENAMED_IN ? 'datlocale' : 'daticulocale';
    await client.query(`UPDATE pg_database SET ${column} = $2 WHERE datname = $1`, [name, locale]);
  });
}
