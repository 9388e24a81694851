import { expect } from 'chai';
import type { Client } from 'pg';
import { withClient } from '../../harness/with-client.js';
import { createDataSource } from '../../shared/db/data-source.js';
import { useDatabase } from '../support/database/use-database.js';

/** A check constraint as an entity states it. */
interface Stated {
  table: string;
  name: string;
  expression: string;
}

const DEFINITION = `
  SELECT replace(pg_get_constraintdef(oid), ' NOT VALID', '') AS definition FROM pg_constraint
  WHERE conrelid = $1::regclass AND conname = $2`;

describe('The check constraints of the schema', () => {
  const database = useDatabase();

  async function stated(): Promise<Stated[]> {
    const dataSource = createDataSource({ url: database.ownerUrl, applicationName: 'checks', poolSize: 1 });
    await dataSource.initialize();
    try {
      return dataSource.entityMetadatas.flatMap(({ tableName: table, checks }) =>
        checks.map(({ name, expression }) => ({ table, name, expression })),
      );
    } finally {
      await dataSource.destroy();
    }
  }

  async function definitionOf(client: Client, table: string, name: string): Promise<string | undefined> {
    const { rows } = await client.query<{ definition: string }>(DEFINITION, [table, name]);
    return rows[0]?.definition;
  }

  // TypeORM compares them by their names alone, so that a word added to a list of an entity would need no migration.
  it('allow what the entities say, as PostgreSQL reads both', async () => {
    const checks = await stated();
    expect(checks.length).to.be.greaterThan(50);
    await withClient(database.ownerUrl, async (client) => {
      await client.query('BEGIN');
      for (const { table, name, expression } of checks) {
        await client.query(`ALTER TABLE ${table} ADD CONSTRAINT as_stated CHECK (${expression}) NOT VALID`);
        const wanted = await definitionOf(client, table, 'as_stated');
        expect(await definitionOf(client, table, name), name).to.equal(wanted);
        await client.query(`ALTER TABLE ${table} DROP CONSTRAINT as_stated`);
      }
      await client.query('ROLLBACK');
    });
  });
});
