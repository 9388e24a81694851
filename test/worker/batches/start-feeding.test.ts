import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import { withClient } from '../../../harness/with-client.js';
import { fromPublicId } from '../../../shared/domain/ids.js';
import { createLogger } from '../../../shared/logger.js';
import { startFeedingBatches } from '../../../worker/batches/start-feeding.js';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { csvOf } from '../../support/uploads/batch-files.js';
import { startBatch } from '../../support/uploads/started-batch.js';

describe('the feeder of batches', function () {
  this.timeout(60_000);

  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  const started = async (client: TestClient, from: number): Promise<string> =>
    (await startBatch(client, csvOf(1, { from }))).batch_id;
  /** So that those of one test have no part in the next. */
  const endAll = () =>
    api.db.query(`UPDATE batches SET status = 'cancelled', data_key = NULL WHERE status = 'running'`);
  /** Feeds with the parts of the API, which has all that this needs of a worker's. */
  const feed = ({ concurrency = 10, batchDb = api.deps.db } = {}) => {
    const lines: string[] = [];
    const logger = createLogger(
      { process: 'worker', level: 'info' },
      { write: (line: string) => void lines.push(line) },
    );
    const config = { ...api.deps.config, concurrency };
    return {
      lines,
      ...startFeedingBatches({ ...api.deps, batchDb, config, logger, worker: 'one' }),
    };
  };

  it('tries a batch that cannot be processed about once a second, and feeds the others meanwhile', async () => {
    const client = await api.signIn(await api.createClientUser({ credits: 100 }));
    const [broken, sound] = [await started(client, 1), await started(client, 2)];
    // As if a key were missing from ENCRYPTION_KEYS.
    await api.db.query(`UPDATE batches SET data_key = $2 WHERE id = $1`, [
      fromPublicId('batch', broken),
      Buffer.alloc(60),
    ]);
    const feeder = feed();
    await waitFor(async () => (await client.get(`/api/v1/batches/${sound}`)).body.counts.pending === 1, {
      describe: 'the sound batch is fed',
    });
    feeder.lines.length = 0;
    await sleep(3_000);
    await feeder.stop();
    expect(feeder.lines.length).to.be.within(1, 5);
    for (const line of feeder.lines) expect(line).to.include('a batch could not be processed');
  });

  it('lets a batch be for half a minute whose wallet somebody has locked, and feeds the others meanwhile', async () => {
    const [held, free] = [
      await api.createClientUser({ credits: 100 }),
      await api.createClientUser({ credits: 100 }),
    ];
    const itself = await api.signIn(held);
    const waiting = [await started(itself, 1), await started(itself, 3)].map((id) =>
      String(fromPublicId('batch', id)),
    );
    const client = await api.signIn(free);
    await withClient(api.database.url, async (person) => {
      await person.query('BEGIN');
      await person.query('SELECT FROM wallets WHERE client_id = $1 FOR UPDATE', [held.clientId]);
      const feeder = feed();
      const failures = () => feeder.lines.filter((line) => waiting.some((id) => line.includes(id))).length;
      await waitFor(() => failures() > 0, { describe: 'it cannot be fed' });
      // Tried again after a second, as one that fails otherwise, it would keep the other waiting until it failed again.
      await sleep(2_000);
      const batch = await started(client, 2);
      await waitFor(async () => (await client.get(`/api/v1/batches/${batch}`)).body.counts.pending === 1, {
        describe: 'the other is fed',
      });
      expect(failures()).to.equal(1);
      await feeder.stop();
      await person.query('ROLLBACK');
    });
  });

  it('takes the first batch of each client before the second of any', async () => {
    const [many, one] = [
      await api.signIn(await api.createClientUser({ credits: 100 })),
      await api.signIn(await api.createClientUser({ credits: 100 })),
    ];
    const first = fromPublicId('batch', await started(many, 1));
    await api.db.query(
      `INSERT INTO batches SELECT other.* FROM batches b CROSS JOIN generate_series(1, 25) AS n
       CROSS JOIN LATERAL jsonb_populate_record(b, jsonb_build_object('id', '00000000-0000-4000-8000-' || lpad(n::text, 12, '0'),
         'correlation_id', 'copy-' || n)) AS other WHERE b.id = $1`,
      [first],
    );
    const last = fromPublicId('batch', await started(one, 1));
    const taken: string[][] = [];
    const { db } = api.deps;
    const scoped: typeof db.scoped = (scope) => {
      const own = db.scoped(scope);
      const statement: typeof own.statement = async (...asked) => {
        const rows = await own.statement(...asked);
        if (rows.length > 0) taken.push(rows.map((row) => (row as { id: string }).id));
        return rows as never;
      };
      return { ...own, statement };
    };
    const feeder = feed({ batchDb: { ...db, scoped } });
    await waitFor(() => taken.length > 0, { describe: 'some are taken' });
    await feeder.stop();
    expect(taken[0], 'as many as a worker feeds at a time').to.have.length(20);
    expect(taken[0]).to.include(last);
    await endAll();
  });

  it('gives the clients with batches equal parts, however many batches one of them has', async () => {
    const [many, one] = [
      await api.signIn(await api.createClientUser({ credits: 500 })),
      await api.signIn(await api.createClientUser({ credits: 500 })),
    ];
    await endAll();
    const batches: string[] = [];
    for (const from of [1, 11]) batches.push((await startBatch(many, csvOf(10, { from }))).batch_id);
    const lone = (await startBatch(one, csvOf(10))).batch_id;
    const pending = async (client: TestClient, id: string) =>
      (await client.get(`/api/v1/batches/${id}`)).body.counts.pending;
    const feeder = feed({ concurrency: 20 });
    await waitFor(async () => (await pending(one, lone)) >= 5, { describe: 'its part is under way' });
    await waitFor(async () => (await pending(many, batches[1] ?? '')) >= 2, { describe: 'the others, too' });
    await sleep(500);
    await feeder.stop();
    // Half of twenty calls for batches, and half of that for each client.
    expect(await pending(one, lone)).to.equal(5);
    expect(await Promise.all(batches.map((id) => pending(many, id)))).to.deep.equal([2, 2]);
  });

  it('takes over a batch whose last feeder leased it on a clock that was a day ahead', async () => {
    const client = await api.signIn(await api.createClientUser({ credits: 100 }));
    const batch = await started(client, 1);
    await api.db.query(
      `UPDATE batches SET leased_by = 'gone', leased_until = now() + interval '1 day' WHERE id = $1`,
      [fromPublicId('batch', batch)],
    );
    const feeder = feed();
    await waitFor(async () => (await client.get(`/api/v1/batches/${batch}`)).body.counts.pending === 1, {
      describe: 'the batch is fed',
    });
    await feeder.stop();
  });
});
