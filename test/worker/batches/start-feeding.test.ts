import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import { withClient } from '../../../harness/with-client.js';
import { fromPublicId } from '../../../shared/domain/ids.js';
import { createLogger } from '../../../shared/logger.js';
import { startFeedingBatches } from '../../../worker/batches/start-feeding.js';
import { startApi, type TestApi } from '../../support/app.js';
import { csvOf } from '../../support/batch-files.js';
import type { TestClient } from '../../support/client.js';
import { startBatch } from '../../support/started-batch.js';

describe('the feeder of batches', function () {
  this.timeout(60_000);

  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  const started = async (client: TestClient, from: number): Promise<string> =>
    (await startBatch(client, csvOf(1, { from }))).batch_id;
  /** Feeds with the parts of the API, which has all that this needs of a worker's. */
  const feed = () => {
    const lines: string[] = [];
    const logger = createLogger(
      { process: 'worker', level: 'info' },
      { write: (line: string) => void lines.push(line) },
    );
    const config = { ...api.deps.config, concurrency: 10 };
    return {
      lines,
      ...startFeedingBatches({ ...api.deps, batchDb: api.deps.db, config, logger, worker: 'one' }),
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
