import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import pg from 'pg';
import { waitFor } from '../../harness/wait-for.js';
import { withClient } from '../../harness/with-client.js';
import { buildClient, buildUser } from '../support/database/factories.js';
import { superuserUrlOf } from '../support/database/superuser.js';
import { useDatabase } from '../support/database/use-database.js';

const RUNBOOK = readFileSync('docs/runbook.md', 'utf8');

/** The statements that only read tables; an ellipsis is for the reader to fill in. */
const STATEMENTS = [...RUNBOOK.matchAll(/^```sql\n([^`]+)```$/gm), ...RUNBOOK.matchAll(/`(SELECT [^`]+)`/g)]
  .map(([, text = '']) => text)
  .filter((text) => text.includes('FROM') && !text.includes('…') && !text.startsWith('BEGIN'));

describe('the statements of docs/runbook.md', () => {
  const database = useDatabase();
  const asSuperuser = (): string => superuserUrlOf(database.url);

  it('can be given as they stand there, with the address of a process', async () => {
    expect(STATEMENTS.length).to.be.greaterThan(4);
    await buildClient(database.db);
    await buildUser(database.db, { clientId: null, role: 'admin' });
    const person = new pg.Client({ connectionString: database.url, options: '-c app.scope=operator' });
    await person.connect();
    try {
      let rows = 0;
      for (const text of STATEMENTS) {
        const found = await person.query(text);
        // Some sessions have no scope.
        if (!text.includes('pg_stat_activity')) rows += found.rows.length;
      }
      expect(rows, 'rows of the service').to.be.at.least(1);
    } finally {
      await person.end();
    }
  });

  it('name the session that others wait for', async () => {
    const { id } = await buildClient(database.db);
    const question = /^```sql\n(SELECT waiting\.pid[^`]+)```$/m.exec(RUNBOOK)?.[1] ?? '';
    const person = new pg.Client({ connectionString: asSuperuser(), application_name: 'psql' });
    await person.connect();
    try {
      await person.query('BEGIN');
      const { rows: pids } = await person.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await person.query('SELECT FROM wallets WHERE client_id = $1 FOR UPDATE', [id]);
      const waiting = database.db.query('UPDATE wallets SET balance = balance WHERE client_id = $1', [id]);
      const found = await waitFor(
        () => withClient(asSuperuser(), async (client) => (await client.query(question)).rows[0]),
        { describe: 'somebody waits' },
      );
      expect(found).to.include({ holds: pids[0]?.pid, program: 'psql', state: 'idle in transaction' });
      expect(found).to.include({ who_waits: 'test' });
      await person.query('ROLLBACK');
      await waiting;
    } finally {
      await person.end();
    }
  });
});
