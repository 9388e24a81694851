import { expect } from 'chai';
import type { Sql } from '../../../shared/db/database.js';

/** A fingerprint of all rows, without the moment of the last use of API keys, which is written by and by. */
export async function everyRow(sql: Sql): Promise<Record<string, string>> {
  const tables = await sql.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
  );
  const entries = await Promise.all(
    tables.map(async ({ name }): Promise<[string, string]> => {
      const [row] = await sql.query<{ digest: string }>(
        `SELECT count(*) || ':' || coalesce(md5(string_agg(md5((to_jsonb(t) - 'last_used_at')::text), '' ORDER BY
           md5((to_jsonb(t) - 'last_used_at')::text))), '') AS digest FROM "${name}" t`,
      );
      return [name, row?.digest ?? ''];
    }),
  );
  return Object.fromEntries(entries);
}

/**
 * Every row that names the client, one a line; balances move when it submits, and are left out, as is who came when.
 */
export async function rowsOf(sql: Sql, clientId: string): Promise<string> {
  const tables = await sql.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'client_id' AND table_name <> 'wallets' ORDER BY 1`,
  );
  expect(tables.length).to.be.greaterThan(6);
  const rows = await Promise.all(
    tables.map(({ name }) =>
      sql.query<{ row: string }>(
        `SELECT '${name}' || (to_jsonb(t) - 'last_used_at' - 'last_seen_at' - 'due_at')::text AS row FROM "${name}" t WHERE client_id = $1`,
        [clientId],
      ),
    ),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n');
}
