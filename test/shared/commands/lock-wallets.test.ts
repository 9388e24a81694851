import { expect } from 'chai';
import { lockWallets, walletOf } from '../../../shared/commands/lock-wallets.js';
import { newId } from '../../../shared/domain/ids.js';
import { buildClient } from '../../support/factories.js';
import { useDatabase } from '../../support/use-database.js';

describe('lockWallets', () => {
  const database = useDatabase();

  it('gives the balances of the clients asked for, and one moment for all', async () => {
    const { db } = database;
    const [rich, poor] = [await buildClient(db, { balance: 500 }), await buildClient(db, { balance: 3 })];
    const { wallets, now } = await db.transaction(async (sql) => {
      const [moment] = await sql.query<{ now: Date }>('SELECT now()::timestamptz(3) AS now');
      return { wallets: await lockWallets(sql, [poor.id, rich.id, poor.id]), now: moment?.now };
    });
    expect([...wallets.byClient.keys()]).to.have.members([rich.id, poor.id]);
    expect(walletOf(wallets, rich.id)).to.include({ balance: 500, reserved: 0, lastEntryNo: 1 });
    expect(walletOf(wallets, poor.id)).to.include({ balance: 3 });
    expect(wallets.now, "PostgreSQL's clock, which all processes share").to.deep.equal(now);
  });

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
