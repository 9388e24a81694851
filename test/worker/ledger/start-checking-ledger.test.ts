import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import { withClient } from '../../../harness/with-client.js';
import { loadFigures } from '../../../shared/backlog/load-figures.js';
import type { Database } from '../../../shared/db/database.js';
import { countImbalances } from '../../../worker/ledger/count-imbalances.js';
import { startCheckingLedger } from '../../../worker/ledger/start-checking-ledger.js';
import { recordingLogger } from '../../support/checks/check-worker.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { useDatabase } from '../../support/database/use-database.js';

describe('the check of the ledger', () => {
  const database = useDatabase();
  let db: Database;
  let clientId: string;
  beforeEach(async () => {
    db = database.db;
    clientId = (await buildClient(db)).id;
    await acceptOne(db, { clientId });
  });

  /** Bypasses every trigger, like someone who writes to the database by hand. */
  async function tamper(statement: string): Promise<void> {
    await withClient(superuserUrlOf(database.url), async (client) => {
      await client.query('SET session_replication_role = replica');
      await client.query(statement, [clientId]);
    });
  }

  const wrongs: Readonly<Record<string, { wrong: string; right: string }>> = {
    'a balance that its entries do not explain': {
      wrong: 'UPDATE wallets SET balance = balance + 1 WHERE client_id = $1',
      right: 'UPDATE wallets SET balance = balance - 1 WHERE client_id = $1',
    },
    'reserved credits that neither entries nor requests explain': {
      wrong: 'UPDATE wallets SET reserved = reserved + 1 WHERE client_id = $1',
      right: 'UPDATE wallets SET reserved = reserved - 1 WHERE client_id = $1',
    },
    'an open request that holds more than was reserved': {
      wrong: 'UPDATE verifications SET credits = 6, credits_reserved = 6 WHERE client_id = $1',
      right: 'UPDATE verifications SET credits = 5, credits_reserved = 5 WHERE client_id = $1',
    },
  };
  for (const [what, { wrong, right }] of Object.entries(wrongs)) {
    it(`counts ${what}`, async () => {
      expect(await countImbalances(db)).to.equal(0);
      await tamper(wrong);
      expect(await countImbalances(db)).to.equal(1);
      await tamper(right);
      expect(await countImbalances(db)).to.equal(0);
    });
  }

  it('reads what is new, and finds an old entry that was changed when its turn comes', async () => {
    await buildClient(db);
    await countImbalances(db);
    // The others have waited longer, so it is not checked now.
    await db.query(
      `UPDATE ledger_checkpoints SET reread_at = now() + (client_id = $1)::int * interval '1 day'`,
      [clientId],
    );
    const change = (credits: number) =>
      tamper(
        `UPDATE wallet_entries SET amount = ${credits}, reserved_delta = ${credits}
         WHERE client_id = $1 AND kind = 'reserve'`,
      );
    await change(4);
    await acceptOne(db, { clientId });
    expect(await countImbalances(db)).to.equal(0);
    await db.query(
      `UPDATE ledger_checkpoints SET reread_at = now() - interval '1 day' WHERE client_id = $1`,
      [clientId],
    );
    expect(await countImbalances(db)).to.equal(1);
    await db.query(
      "UPDATE ledger_checkpoints SET reread_at = now() + interval '1 day' WHERE client_id = $1",
      [clientId],
    );
    expect(await countImbalances(db), 'what is wrong is read again until it is right').to.equal(1);
    await change(5);
    expect(await countImbalances(db)).to.equal(0);
  });

  it('reads every client whole within 96 checks', async () => {
    const [{ now } = { now: new Date() }] = await db.query<{ now: Date }>('SELECT now()');
    for (let check = 0; check < 96; check += 1) await countImbalances(db);
    const old = await db.query('SELECT FROM ledger_checkpoints WHERE reread_at < $1', [now]);
    expect(old).to.deep.equal([]);
  });

  it('is made by one of several workers, once in its time, and says what it found', async () => {
    await tamper('UPDATE wallets SET balance = balance + 1 WHERE client_id = $1');
    const { logger, logged } = recordingLogger();
    const workers = [1, 2, 3].map(() => startCheckingLedger({ db, databaseUrl: database.url, logger }));
    await waitFor(() => logged().includes('the ledger does not add up'), {
      describe: 'the check',
      timeoutMs: 15_000,
    });
    const { ledger } = await loadFigures(db);
    expect(ledger.imbalances).to.equal(1);

    workers.push(startCheckingLedger({ db, databaseUrl: database.url, logger }));
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(logged().split('the ledger does not add up')).to.have.lengthOf(2);
    expect(logged()).not.to.include('could not be checked');
    expect((await loadFigures(db)).ledger.checkedAt).to.deep.equal(ledger.checkedAt);
    await tamper('UPDATE wallets SET balance = balance - 1 WHERE client_id = $1');
  });

  it('leaves the last result standing when it cannot be made, and is tried again after its time', async () => {
    const due = "UPDATE ledger_checks SET claimed_at = now() - interval '16 minutes'";
    await db.query(due);
    const { logger, logged } = recordingLogger();
    const before = (await loadFigures(db)).ledger;
    const away = startCheckingLedger({ db, databaseUrl: 'postgres://nobody@127.0.0.1:9/none', logger });
    await waitFor(() => logged().includes('could not be checked'), {
      describe: 'the failure',
      timeoutMs: 15_000,
    });
    await away.stop();
    expect((await loadFigures(db)).ledger).to.deep.equal(before);

    await db.query(due);
    const back = startCheckingLedger({ db, databaseUrl: database.url, logger });
    await waitFor(
      async () => (await loadFigures(db)).ledger.checkedAt?.getTime() !== before.checkedAt?.getTime(),
      {
        describe: 'the next check',
        timeoutMs: 15_000,
      },
    );
    await back.stop();
    expect((await loadFigures(db)).ledger.imbalances).to.equal(0);
  });
});
