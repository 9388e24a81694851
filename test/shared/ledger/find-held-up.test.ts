import { expect } from 'chai';
import { withClient } from '../../../harness/with-client.js';
import { findHeldUp } from '../../../shared/ledger/find-held-up.js';
import { buildClient } from '../../support/database/factories.js';
import { untilBlocked } from '../../support/database/until-blocked.js';
import { useDatabase } from '../../support/database/use-database.js';

const LOCK = 'SELECT FROM wallets WHERE client_id = $1 FOR NO KEY UPDATE';

describe('findHeldUp', () => {
  const database = useDatabase();

  it('finds the wallet that somebody has locked, and not those of a transaction that waits for it, too', async () => {
    const [locked, behind, free] = [
      await buildClient(database.db),
      await buildClient(database.db),
      await buildClient(database.db),
    ];
    const find = () => findHeldUp(database.db, [locked.id, behind.id, free.id, locked.id]);
    await withClient(database.url, async (person) => {
      await person.query('BEGIN');
      await person.query(LOCK, [locked.id]);
      expect([...(await find())]).to.deep.equal([locked.id]);
      const other = database.db.transaction(async (sql) => {
        await sql.query(LOCK, [behind.id]);
        await sql.query(LOCK, [locked.id]);
      });
      await untilBlocked(database.db);
      expect([...(await find())]).to.deep.equal([locked.id]);
      await person.query('ROLLBACK');
      await other;
    });
    expect([...(await find())]).to.deep.equal([]);
  });
});
