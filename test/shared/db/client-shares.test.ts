import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import { ClientShares } from '../../../shared/db/client-shares.js';
import { type DatabasePool, openPool } from '../../../shared/db/database.js';
import { ofClient, ofClients } from '../../../shared/db/scope.js';
import { isUnavailable } from '../../../shared/db/sqlstate.js';
import { newId } from '../../../shared/domain/ids.js';
import { testSideOf } from '../../../shared/domain/mode.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.js';

const BUSY = 'SELECT pg_sleep(0.5)';

describe('the connections of a pool', () => {
  let database: TestDatabase;
  let pool: DatabasePool;
  before(async () => {
    database = await createTestDatabase();
    pool = await openPool({ url: database.url, applicationName: 'shares', poolSize: 4 });
  });
  after(async () => {
    await pool.close();
    await database.drop();
  });

  it('are not all for one client, in whichever mode it asks', async () => {
    const [busy, other] = [newId(), newId()];
    const asked = [busy, testSideOf(busy)].flatMap((client) =>
      Array.from({ length: 4 }, () => pool.scoped(ofClient(client)).query(BUSY)),
    );
    await waitFor(() => pool.connections().busy === 2, { describe: 'two connections are busy' });
    await pool.scoped(ofClient(other)).query('SELECT 1');
    // All four would have been taken. Operators see how many wait.
    expect(pool.connections()).to.include({ busy: 2, waitedFor: 6 });
    await Promise.all(asked);
  });

  it('are for what is done for many requests as for anybody, even where they are of one client', async () => {
    const scope = ofClients([{ clientId: newId() }]);
    const asked = Array.from({ length: 4 }, () => pool.scoped(scope).query(BUSY));
    await waitFor(() => pool.connections().busy === 4, { describe: 'all connections are busy' });
    await Promise.all(asked);
  });

  it('are waited for in vain no longer than others would be, which is no bug, and free afterwards', async () => {
    const use = new ClientShares(2, 50).of(ofClient(newId()), (work) => work({} as never, () => undefined));
    const first = use(() => sleep(200));
    const refused = await use(async () => undefined).catch((error: unknown) => error);
    expect(isUnavailable(refused), String(refused)).to.equal(true);
    await first;
    expect(await use(async () => 'free')).to.equal('free');
  });
});
