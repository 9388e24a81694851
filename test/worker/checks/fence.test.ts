import { expect } from 'chai';
import { adoptCopy } from '../../../harness/adopt-copy.js';
import { withClient } from '../../../harness/with-client.js';
import type { Database } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
import { type Mark, markDispatched } from '../../../worker/checks/mark-dispatched.js';
import { readCalls } from '../../support/checks/read-state.js';
import { checkIdOf } from '../../support/checks/settlements.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';

describe('The fence of the dispatch marker', () => {
  const database = useDatabase();
  let db: Database;
  let checkId: string;

  beforeEach(async () => {
    db = database.db;
    checkId = checkIdOf(await acceptOne(db, { clientId: (await buildClient(db)).id }));
  });

  afterEach(() => adoptCopy(database.ownerUrl));

  async function mark(): Promise<Mark | undefined> {
    const [first] = await markDispatched(db, [{ checkId, callId: newId(), provider: 'upstream' }], {
      worker: 'host:1',
      deadlineMs: 25_000,
    });
    return first;
  }

  function change(assignment: string): Promise<unknown> {
    return withClient(database.ownerUrl, (client) =>
      client.query(`UPDATE database_histories SET ${assignment}`),
    );
  }

  it('names the history that the marker stands on', async () => {
    const [newest] = await db.query<{ id: string }>('SELECT id FROM database_histories');
    expect(await mark()).to.deep.equal({ kind: 'marked', historyId: newest?.id });
  });

  for (const column of ['system_identifier', 'timeline', 'database_oid', 'table_oid']) {
    it(`lets nothing be called where another ${column} was adopted`, async () => {
      await change(`${column} = ${column} + 1`);
      expect(await mark()).to.deep.equal({ kind: 'unknown_history' });
      expect(await readCalls(db, checkId)).to.deep.equal([]);
    });
  }

  it('goes by the newest history alone', async () => {
    await withClient(database.ownerUrl, (client) =>
      client.query(`
        INSERT INTO database_histories
          (system_identifier, timeline, database_oid, table_oid, adopted_at, adopted_how, adopted_by)
        SELECT system_identifier, timeline + 1, database_oid, table_oid, adopted_at + interval '1 ms', 'person', 'x'
        FROM database_histories`),
    );
    expect(await mark()).to.deep.equal({ kind: 'unknown_history' });
  });
});
