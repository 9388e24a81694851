import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import type { Database } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
import { type LockedWallets, lockWallets, walletOf } from '../../../shared/ledger/lock-wallets.js';
import { buildClient } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';

describe('lockWallets', () => {
  const database = useDatabase();

  it('gives the balances of the clients asked for', async () => {
    const { db } = database;
    const [rich, poor] = [await buildClient(db, { balance: 500 }), await buildClient(db, { balance: 3 })];
    const wallets = await db.transaction((sql) => lockWallets(sql, [poor.id, rich.id, poor.id]));
    expect([...wallets.byClient.keys()]).to.have.members([rich.id, poor.id]);
    expect(walletOf(wallets, rich.id)).to.include({ balance: 500, reserved: 0, lastEntryNo: 1 });
    expect(walletOf(wallets, poor.id)).to.include({ balance: 3 });
  });

  for (const [position, which] of ['first', 'second'].entries()) {
    it(`gives a moment that is not before that of a transaction it waited for at its ${which} wallet`, async () => {
      const { db } = database;
      const ids = [(await buildClient(db)).id, (await buildClient(db)).id].sort();
      const contested = ids[position] ?? '';
      let behind: Promise<LockedWallets> | undefined;
      const ahead = await db.transaction(async (sql) => {
        await lockWallets(sql, [contested]);
        behind = db.transaction((later) => lockWallets(later, ids));
        await waitFor(() => isWaitedFor(db), { describe: 'another transaction wants the wallet' });
        const [wallet] = await sql.query<{ updated_at: Date }>(
          `UPDATE wallets SET updated_at = clock_timestamp() WHERE client_id = $1 RETURNING updated_at`,
          [contested],
        );
        return wallet?.updated_at;
      });
      expect((await behind)?.now).to.be.at.least(ahead as Date);
    });
  }

  it('says that a client without a wallet is a defect', async () => {
    const wallets = await database.db.transaction((sql) => lockWallets(sql, [newId()]));
    expect(() => walletOf(wallets, newId())).to.throw('Bug');
  });

  it('never deadlocks, in whatever order the clients are named', async () => {
    const db = await database.open({ poolSize: 8 });
    const clients = await Promise.all(Array.from({ length: 120 }, () => buildClient(db)));
    const ids = clients.map(({ id }) => id);
    let attempts = 0;
    const transactions = Array.from({ length: 40 }, (_, index) =>
      db.transaction((sql) => {
        attempts += 1;
        return lockWallets(sql, index % 2 === 0 ? ids : [...ids].reverse());
      }),
    );
    await Promise.all(transactions);
    expect(attempts, 'a deadlock would have run one of them again').to.equal(40);
  });
});

async function isWaitedFor(db: Database): Promise<boolean> {
  const waiting = await db.query('SELECT FROM pg_locks WHERE NOT granted');
  return waiting.length > 0;
}
