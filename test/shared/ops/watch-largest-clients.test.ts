import { expect } from 'chai';
import { ensureTestSide } from '../../../api/test-mode/ensure-test-side.js';
import { createRegistry } from '../../../shared/ops/metrics.js';
import { watchLargestClients } from '../../../shared/ops/watch-largest-clients.js';
import { buildClient } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';
import { type Exposition, parseExposition, totalOf } from '../../support/monitoring/metrics.js';
import { avoidMidnight } from '../../support/time/avoid-midnight.js';

const REQUESTS = 'largest_clients_requests';

describe('the figures of the largest clients', function () {
  this.timeout(60_000);

  const database = useDatabase();

  async function addDay(clientId: string, daysAgo: number, submitted: number): Promise<void> {
    await database.db.query(
      `INSERT INTO daily_figures (client_id, day, service_code, submitted, completed, credits, reviewed, positive,
         negative, no_record, mixed, rejected, closed)
       VALUES ($1, (now() AT TIME ZONE 'UTC')::date - $2::int, 'said_verification', $3, $3 - 1, $3 * 5, 1, $3 - 1, 0, 0, 0,
         0, 0)`,
      [clientId, daysAgo, submitted],
    );
  }

  async function read(): Promise<Exposition> {
    const registry = createRegistry('api');
    watchLargestClients(registry, database.db);
    return parseExposition(await registry.metrics());
  }

  it('are those of ten, of the last seven days, by their ids and without test mode', async () => {
    await avoidMidnight();
    const idle = await buildClient(database.db);
    await addDay(idle.id, 8, 9_000);
    expect((await read()).samples).to.deep.equal([]);
    const clients = [];
    for (let number = 1; number <= 12; number += 1) {
      const client = await buildClient(database.db, { name: `Somebody ${number}` });
      clients.push(client);
      await addDay(client.id, 0, 100 + number);
    }
    const [smallest, next, , largest] = clients;
    if (smallest === undefined || next === undefined || largest === undefined) throw new Error('Too few');
    await addDay(largest.id, 6, 1_000);
    await addDay(smallest.id, 7, 9_000);
    const testSide = await database.db.transaction((sql) => ensureTestSide(sql, next.id));
    await addDay(testSide, 0, 9_000);

    const shown = await read();
    const named = shown.samples.map(({ labels }) => labels.client);
    expect([...new Set(named)].sort()).to.deep.equal(
      clients
        .slice(2)
        .map(({ publicId }) => publicId)
        .sort(),
    );
    const of = { client: largest.publicId };
    expect(totalOf(shown, REQUESTS, { ...of, what: 'accepted' })).to.equal(1_104);
    expect(totalOf(shown, REQUESTS, { ...of, what: 'completed' })).to.equal(1_102);
    expect(totalOf(shown, REQUESTS, { ...of, what: 'reviewed' })).to.equal(2);
    expect(totalOf(shown, 'largest_clients_credits', of)).to.equal(5_520);
    expect(JSON.stringify(shown.samples)).not.to.include('Somebody');
  });
});
