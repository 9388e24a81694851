import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { useDatabase } from '../support/database/use-database.js';

/**
 * Tables with data on the people who are checked: each of their columns that can hold some has to be in the register.
 */
const ABOUT_SUBJECTS: ReadonlySet<string> = new Set([
  'approvals',
  'batch_rows',
  'batches',
  'checks',
  'consent_evidence',
  'late_findings',
  'provider_calls',
  'review_notes',
  'verifications',
]);

/** Columns of theirs that hold a word from a list of ours, an id, or a hash over what the register has. */
const WORDS_AND_IDS =
  /^(act|channel|charges|created_by|failure|hash|kind|leased_by|outcome|previous_hash|price_release|provider|recorded_by|review_reason|service_code|state|status|subject_type|submitted_by|worker)$|^batches\.reason$/;

/** Tables that are about nobody. */
const ABOUT_NOBODY: ReadonlySet<string> = new Set([
  'clients',
  'database_histories',
  'log_cursors',
  'log_spans',
  'log_state',
  'log_tiles',
  'migrations',
  'spending',
  'spending_limits',
  'wallets',
  'workers',
]);

/** Names in the first column of the register; one without a table belongs to the table before it. */
function readRegister(): ReadonlySet<string> {
  const page = readFileSync('docs/personal-data.md', 'utf8');
  const rows = /^## What is stored where\n(.*?)^## /ms.exec(page)?.[1]?.match(/^\| `[^|]+\|/gm) ?? [];
  const names = new Set<string>();
  for (const row of rows) {
    let table = '';
    for (const [, name = ''] of row.matchAll(/`([\w.]+)`/g)) {
      const [first = '', column] = name.split('.');
      if (column !== undefined) table = first;
      names.add(column === undefined && table !== '' ? `${table}.${name}` : name);
    }
  }
  return names;
}

describe('the register in docs/personal-data.md', () => {
  const database = useDatabase();

  it('has every table with data on people, and every column on those who are checked', async () => {
    const register = readRegister();
    const columns = await database.db.query<{ of: string; name: string }>(
      `SELECT table_name AS of, column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type IN ('text', 'character varying', 'bytea', 'jsonb', 'ARRAY')`,
    );
    expect(columns.map(({ of }) => of)).to.include.members([...ABOUT_SUBJECTS]);
    const tables = new Set([...register].map((name) => name.split('.')[0]));
    const missing = columns.filter(({ of, name }) => {
      if (ABOUT_NOBODY.has(of) || register.has(of)) return false;
      if (!ABOUT_SUBJECTS.has(of)) return !tables.has(of);
      return (
        ![name, `${of}.${name}`].some((words) => WORDS_AND_IDS.test(words)) && !register.has(`${of}.${name}`)
      );
    });
    expect(missing.map(({ of, name }) => `${of}.${name}`)).to.deep.equal([]);
  });
});
