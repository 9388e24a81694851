import { expect } from 'chai';
import { waitFor } from '../../harness/wait-for.js';
import { withClient } from '../../harness/with-client.js';
import { ADVISORY_LOCKS } from '../../shared/db/advisory-locks.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { ERASURE_BATCH } from '../../shared/erasure/erase-verifications.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { auditOf } from '../support/evidence/audit-of.js';
import { buildAged, erasedIds } from '../support/personal-data/aged-verifications.js';
import { type Service, startService } from '../support/processes/service.js';

const COUNT = ERASURE_BATCH + 20;

describe('a worker that is killed while it erases', function () {
  this.timeout(120_000);

  let database: TestDatabase;
  let service: Service;
  beforeEach(async () => {
    database = await createTestDatabase();
    const env = { ERASURE_GRACE_HOURS: '0' };
    service = await startService({ apis: 0, workers: 0, database, env });
  });
  afterEach(async () => {
    await service.stop();
    await database.drop();
  });

  async function someoneWaitsForTheAuditLog(): Promise<boolean> {
    const waiting = await service.db.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted`,
      [ADVISORY_LOCKS.audit],
    );
    return waiting.length > 0;
  }

  it('leaves the batch as it was, and another worker erases all of it', async () => {
    const clientId = await buildAged(service.db, COUNT);
    // The eraser is suspended before the last statement of its first batch: everything is written, nothing committed.
    await withClient(database.url, async (client) => {
      await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.audit]);
      const doomed = await service.startWorker();
      await waitFor(someoneWaitsForTheAuditLog, {
        timeoutMs: 60_000,
        describe: 'a batch is about to be committed',
      });
      await doomed.kill();
    });
    expect(await erasedIds(service.db, clientId)).to.deep.equal([]);
    await service.expectSound();

    await service.startWorker();
    await waitFor(async () => (await erasedIds(service.db, clientId)).length === COUNT, {
      timeoutMs: 90_000,
      describe: 'everything is erased',
    });
    const acts = await auditOf(service.db, toPublicId('client', clientId));
    const ended = acts.filter(({ action }) => action === 'personal_data.retention_ended');
    expect(ended.map(({ details }) => details.verifications)).to.deep.equal([ERASURE_BATCH, 20]);
    await service.expectSound();
  });
});
