import { expect } from 'chai';
import type pg from 'pg';
import { withClient } from '../../harness/with-client.js';
import { migrations } from '../../migrations/index.js';
import { migrate } from '../../scripts/schema/migrate.js';
import { newId } from '../../shared/domain/ids.js';
import { runOnly } from '../support/database/run-migrations.js';
import { createEmptyDatabase } from '../support/database/superuser.js';

/** The first of the migrations that store the request each event names. */
const FIRST = migrations.findIndex(({ name }) => name.startsWith('NameRequestsOfEvents'));

async function insertEvent(client: pg.Client, clientId: string, data: object): Promise<void> {
  await client.query(
    `INSERT INTO webhook_events (id, client_id, type, data) VALUES ($1, $2, 'verification.completed', $3)`,
    [newId(), clientId, data],
  );
}

describe('Events that name a request, over an update', function () {
  this.timeout(60_000);

  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  beforeEach(async () => {
    database = await createEmptyDatabase();
  });
  afterEach(() => database.drop());

  it('have it in a column, those from before the update too, for an erasure to find them', async () => {
    await runOnly(database.ownerUrl, migrations.slice(0, FIRST));
    await withClient(database.ownerUrl, async (client) => {
      const clientId = newId();
      await client.query(`INSERT INTO clients (id, name) VALUES ($1, 'Synthetic Standing')`, [clientId]);
      await insertEvent(client, clientId, { request_id: 'ver_standing', reference: 'Lease 1' });
      await insertEvent(client, clientId, { request_id: 'ver_nameless', reference: null });
      await migrate({ ownerUrl: database.ownerUrl });
      await insertEvent(client, clientId, { request_id: 'ver_later', reference: 'Lease 2' });
      await insertEvent(client, clientId, { request_id: 'ver_plain' });
      const { rows } = await client.query(
        'SELECT named_request FROM webhook_events ORDER BY named_request NULLS LAST',
      );
      expect(rows.map(({ named_request }) => named_request)).to.deep.equal([
        'ver_later',
        'ver_standing',
        null,
        null,
      ]);
    });
  });
});
