import { expect } from 'chai';
import * as entities from '../../../shared/db/entities/index.js';
import { columnsOf, tableOf } from '../../../shared/db/table-of.js';
import { useDatabase } from '../../support/database/use-database.js';

describe('The table of an entity', () => {
  const database = useDatabase();

  it('has the columns of the database, with their types', async () => {
    const rows = await database.db.query<{ table: string; column: string; type: string }>(
      `SELECT c.relname::text AS table, attname::text AS column, format_type(atttypid, NULL) AS type
       FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'migrations'
         AND attnum > 0 AND NOT attisdropped`,
    );
    const stored = rows.map(({ table, column, type }) => `${table}.${column}: ${AS_SENT[type] ?? type}`);
    const derived = Object.values(entities).flatMap((entity) => {
      const { name, types } = tableOf(entity);
      return [...types].map(([column, type]) => `${name}.${column}: ${type}`);
    });
    expect(derived.sort()).to.deep.equal(stored.sort());
  });

  it('has every column but those that are left out', () => {
    const left = ['version', 'status'] as const;
    const all = columnsOf(entities.Verification);
    expect(all).to.include.members(left);
    expect(columnsOf(entities.Verification, { except: left })).to.deep.equal(
      all.filter((name) => name !== 'version' && name !== 'status'),
    );
  });

  it('is known of entities only', () => {
    expect(() => tableOf(class Unnamed {})).to.throw('Unnamed does not name its table');
  });
});

/** What PostgreSQL calls the types that are sent under another name. */
const AS_SENT: Readonly<Record<string, string>> = {
  'character varying': 'text',
  'timestamp with time zone': 'timestamptz',
};
