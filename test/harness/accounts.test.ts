import { expect } from 'chai';
import type { Sql } from '../../shared/db/database.js';
import { countImbalances } from '../../worker/ledger/count-imbalances.js';
import { buildClient } from '../support/database/factories.js';
import { useDatabase } from '../support/database/use-database.js';

describe('a client of a test', () => {
  const database = useDatabase();

  for (const balance of [0, 100]) {
    it(`has a ledger that adds up at every moment, with ${balance} credits`, async () => {
      const { db } = database;
      const imbalances: number[] = [];
      const watched: Sql = {
        query: async <Row extends object>(text: string, values?: readonly unknown[]) => {
          const rows = await db.query<Row>(text, values);
          imbalances.push(await countImbalances(db));
          return rows;
        },
      };
      const { id } = await buildClient(watched, { balance });
      expect(imbalances.every((count) => count === 0)).to.equal(true);
      const wallets = await db.query('SELECT balance, last_entry_no FROM wallets WHERE client_id = $1', [id]);
      expect(wallets).to.deep.equal([{ balance, last_entry_no: balance > 0 ? 1 : 0 }]);
      const [{ entries } = {}] = await db.query<{ entries?: number }>(
        'SELECT count(*)::integer AS entries FROM wallet_entries WHERE client_id = $1',
        [id],
      );
      expect(entries).to.equal(balance > 0 ? 1 : 0);
    });
  }
});
