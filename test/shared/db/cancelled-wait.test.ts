import { expect } from 'chai';
import { type DatabasePair, endWaits, startDatabasePair } from '../../../harness/database-pair.js';
import { waitFor } from '../../../harness/wait-for.js';
import { withClient } from '../../../harness/with-client.js';
import { CancelledWaitError } from '../../../shared/db/cancelled-wait.js';
import { type OpenDatabase, openDatabase } from '../../../shared/db/database.js';
import { isUnavailable } from '../../../shared/db/sqlstate.js';
import { connectForCommands } from '../../../shared/redis/connect.js';
import { makeCheckWorker } from '../../support/checks/check-worker.js';
import { readCalls } from '../../support/checks/read-state.js';
import { checkIdOf } from '../../support/checks/settlements.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { testRedisUrl } from '../../support/redis/redis.js';

const INSERT = 'INSERT INTO marks VALUES (1) ON CONFLICT DO NOTHING';

describe('a commit whose wait for the synchronous standby is ended', function () {
  this.timeout(120_000);
  let pair: DatabasePair;
  let db: OpenDatabase;
  before(async () => {
    pair = await startDatabasePair({ synchronous: true });
    await withClient(pair.database.ownerUrl, async (owner) => {
      // It would hide the warning by which alone PostgreSQL tells of it.
      await owner.query('ALTER DATABASE service SET client_min_messages = error');
      await owner.query('CREATE TABLE marks (id integer PRIMARY KEY)');
      await owner.query('GRANT SELECT, INSERT, DELETE ON marks TO PUBLIC');
    });
    const { url } = pair.database;
    db = await openDatabase({ url, applicationName: 'test', scope: 'operator', poolSize: 4 });
  });
  beforeEach(async () => {
    await db.query('DELETE FROM marks');
  });
  afterEach(() => pair.stopLagging());
  after(async () => {
    await db.close();
    await pair.remove();
  });

  /** Runs `work` while the standby receives nothing, and ends the first wait for it. Returns what `work` throws. */
  async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
    pair.startLagging();
    const failure = work().then(
      () => 'no failure',
      (error: unknown) => error,
    );
    await endOneWait('cancel');
    return failure;
  }

  function endOneWait(how: 'cancel' | 'terminate'): Promise<unknown> {
    const ended = async (): Promise<boolean> => (await endWaits(pair.primary.url, how)) > 0;
    return waitFor(ended, { describe: 'it waits for the standby' });
  }

  const writes: Readonly<Record<string, () => Promise<unknown>>> = {
    'a transaction': () => db.transaction((sql) => sql.query(INSERT)),
    'a transaction that commits with its last statement': () => db.transaction((sql) => sql.finish(INSERT)),
    'a statement that is tried again': () => db.statement(INSERT),
    'a statement that is not': () => db.query(INSERT),
  };
  for (const [what, write] of Object.entries(writes)) {
    it(`is not acknowledged, nor run again into success: ${what}`, async () => {
      const error = await failureOf(write);
      expect(error).to.be.instanceOf(CancelledWaitError);
      expect(isUnavailable(error)).to.equal(true);
      expect(await db.query('SELECT FROM marks'), 'written here all the same').to.have.length(1);
    });
  }

  it('is acknowledged when the session was ended, but only once the standby has it', async () => {
    pair.startLagging();
    let acknowledged = false;
    const write = db.statement(INSERT).then(() => {
      acknowledged = true;
    });
    await endOneWait('terminate');
    // The second run finds the row of the first; it now waits for the standby to receive it.
    await waitFor(
      () =>
        withClient(pair.primary.url, async (client) => {
          const { rowCount } = await client.query(
            `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query = 'COMMIT'`,
          );
          return rowCount === 1;
        }),
      { describe: 'it waits again' },
    );
    expect(acknowledged).to.equal(false);
    pair.stopLagging();
    await write;
  });

  it('lets no call be made behind its marker, then or later', async () => {
    const checkId = checkIdOf(await acceptOne(db, { clientId: (await buildClient(db)).id }));
    const redis = connectForCommands(testRedisUrl());
    try {
      const { run, sends } = makeCheckWorker({ db, redis });
      expect(await failureOf(() => run(checkId))).to.be.instanceOf(Error);
      pair.stopLagging();
      await run(checkId);
      expect(sends).to.have.length(0);
      expect((await readCalls(db, checkId)).map(({ state }) => state)).to.deep.equal(['started']);
    } finally {
      redis.disconnect();
    }
  });
});
