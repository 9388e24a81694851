import { expect } from 'chai';
import { Registry } from 'prom-client';
import { createApiMetrics } from '../../../../api/metrics.js';
import { createAcceptor } from '../../../../api/verifications/submission/acceptor.js';
import { withClient } from '../../../../harness/with-client.js';
import { type DatabasePool, openPool } from '../../../../shared/db/database.js';
import { demandOf } from '../../../../shared/durability/demand.js';
import type { DurabilityKeeper } from '../../../../shared/durability/durability-keeper.js';
import { createLogger } from '../../../../shared/logger.js';
import type { CheckQueue } from '../../../../shared/queues/check-queue.js';
import { NO_TRACING } from '../../../../shared/tracing/tracing.js';
import { buildSubmission } from '../../../support/checks/submissions.js';
import { buildClient } from '../../../support/database/factories.js';
import { useDatabase } from '../../../support/database/use-database.js';

const FLOOD = 450;
const FEW = 3;

describe('accepting for several clients at once', () => {
  const database = useDatabase();
  const enqueued: string[][] = [];
  let pool: DatabasePool;
  before(async () => {
    pool = await openPool({ url: database.url, applicationName: 'test', poolSize: 2 });
  });
  after(() => pool.close());
  const deps = {
    get db() {
      return pool;
    },
    checkQueue: {
      enqueue: async (checks) => void enqueued.push(checks.map(({ checkId }) => checkId)),
    } as CheckQueue,
    logger: createLogger({ process: 'api', level: 'silent' }),
    metrics: createApiMetrics(new Registry()),
    tracing: NO_TRACING,
    acknowledgements: { note: async () => 'noted' as const },
    history: { look: async () => undefined },
    durability: { demand: demandOf({ durability: 'local', production: false }) } as DurabilityKeeper,
  };

  it('makes nobody wait for the flood of another: whoever comes last goes with the first batch', async () => {
    const accept = createAcceptor(deps);
    const flooding = await buildClient(database.db, { balance: 100_000 });
    const quiet = await buildClient(database.db);
    const later = await buildClient(database.db);
    const flood = Array.from({ length: FLOOD }, () => accept(buildSubmission({ clientId: flooding.id })));
    const others = [quiet, later].flatMap(({ id }) =>
      Array.from({ length: FEW }, () => accept(buildSubmission({ clientId: id }))),
    );
    const kinds = (await Promise.all([...flood, ...others])).map(({ kind }) => kind);
    expect(new Set(kinds)).to.deep.equal(new Set(['accepted']));

    // Every batch is enqueued once, and a batch has one timestamp.
    const batches = await database.db.query<{ client_id: string; batch: number; count: number }>(
      `SELECT client_id, dense_rank() OVER (ORDER BY created_at)::int AS batch, count(*)::int AS count
       FROM verifications GROUP BY client_id, created_at ORDER BY created_at`,
    );
    expect(enqueued.map(({ length }) => length)).to.deep.equal([200, 200, 56]);
    const places = (id: string) => batches.filter((row) => row.client_id === id);
    expect(places(quiet.id)).to.deep.equal([{ client_id: quiet.id, batch: 1, count: FEW }]);
    expect(places(later.id)).to.deep.equal([{ client_id: later.id, batch: 1, count: FEW }]);
    expect(places(flooding.id).map(({ count }) => count)).to.deep.equal([194, 200, 56]);
  });

  it('gives clients that all flood equal shares of every batch', async () => {
    enqueued.length = 0;
    const accept = createAcceptor(deps);
    const clients = await Promise.all([1, 2, 3, 4].map(() => buildClient(database.db, { balance: 100_000 })));
    const floods = clients.flatMap(({ id }) =>
      Array.from({ length: 100 }, () => accept(buildSubmission({ clientId: id }))),
    );
    await Promise.all(floods);
    expect(enqueued.map(({ length }) => length)).to.deep.equal([200, 200]);
    const shares = await database.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM verifications WHERE client_id = ANY($1::uuid[])
       GROUP BY client_id, created_at`,
      [clients.map(({ id }) => id)],
    );
    expect(shares.map(({ count }) => count)).to.deep.equal(Array.from({ length: 8 }, () => 50));
  });

  it('goes on without a client whose wallet somebody has locked, which has its turn once it is free', async function () {
    this.timeout(60_000);
    const accept = createAcceptor(deps);
    const [held, free] = await Promise.all([buildClient(database.db), buildClient(database.db)]);
    const kindOf = async (clientId: string) => (await accept(buildSubmission({ clientId }))).kind;
    await withClient(database.url, async (person) => {
      await person.query('BEGIN');
      await person.query('SELECT FROM wallets WHERE client_id = $1 FOR UPDATE', [held.id]);
      const waiting = [kindOf(held.id)];
      expect(await kindOf(free.id), 'in the same batch').to.equal('accepted');

      waiting.push(kindOf(held.id));
      expect(await kindOf(free.id), 'later').to.equal('accepted');
      await person.query('COMMIT');
      expect(await Promise.all(waiting)).to.deep.equal(['accepted', 'accepted']);
    });
    const together = [kindOf(held.id), kindOf(free.id)];
    expect(await Promise.all(together)).to.deep.equal(['accepted', 'accepted']);
    expect(enqueued.at(-1), 'in one batch again').to.have.length(2);
  });
});
