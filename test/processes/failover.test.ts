import { expect } from 'chai';
import { type DatabasePair, startDatabasePair } from '../../harness/database-pair.js';
import { startOwnRedis } from '../../harness/own-servers.js';
import { waitFor } from '../../harness/wait-for.js';
import { statusesOf, waitUntilSettled } from '../../harness/wait-until-settled.js';
import { fromPublicId } from '../../shared/domain/ids.js';
import { submit, submitAsync } from '../support/checks/submit.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';
import { paidCalls } from '../support/provider/provider-calls.js';

const KEYS = ['1', '2', '3'] as const;
const VEHICLE = { service_code: 'vehicle_check', subject: 'TST000GP' };

/** Ways in which the database goes back to the state of the standby, or of a backup. */
const RUPTURES: Readonly<Record<string, (pair: DatabasePair, service: Service) => Promise<unknown>>> = {
  'a promotion of a standby that lagged': (pair) => pair.failOver(),
  'a promotion while Redis loses everything': async (pair, service) => {
    await Promise.all([pair.failOver(), service.redis.flushall()]);
  },
  'a backup that was put back without a new timeline': (pair) => pair.restoreBackup(),
};

describe('The database goes back in time by', function () {
  this.timeout(120_000);
  let pair: DatabasePair;
  let redis: Awaited<ReturnType<typeof startOwnRedis>>;
  let service: Service;
  let client: SeededClient;

  beforeEach(async () => {
    [pair, redis] = await Promise.all([startDatabasePair(), startOwnRedis()]);
    service = await startService({ database: pair.database, redisUrl: redis.url, workers: 0 });
    client = await service.seedClient();
  });
  afterEach(async () => {
    await service.stop();
    await Promise.all([pair.remove(), redis.remove()]);
  });

  function send(key: string, body?: Record<string, unknown>): Promise<string> {
    return submitAsync(service.api.client, client.token, { key, ...(body && { body }) });
  }

  /** Like a client that follows the rules: repeats the request until it is accepted. */
  function sendAgain(key: string): Promise<unknown> {
    return waitFor(
      async () => {
        const login = { email: client.email, password: client.password };
        const { body } = await service.api.client.post('/api/v1/login', login);
        const token = String(body.access_token);
        return (await submit(service.api.client, token, { key, prefer: 'respond-async' })).status < 300;
      },
      { timeoutMs: 30_000, describe: `${key} is accepted again` },
    );
  }

  for (const [what, rupture] of Object.entries(RUPTURES)) {
    it(`${what}: nothing is paid for twice, and what is gone is named`, async () => {
      // Known to the standby, and called after its last moment.
      await Promise.all(KEYS.map((key) => send(`endangered-${key}`)));
      // Known to it too, and never paid for.
      await service.addFault({ path: '/vehicle-check', fault: 'status', status: 429, times: 100 });
      await Promise.all(KEYS.map((key) => send(`rest-${key}`, VEHICLE)));
      // A witness that begins after the standby's last moment reports that it has missed something.
      await waitFor(
        async () => {
          const [newest] = await service.db.query<{ begun: boolean }>(
            'SELECT bool_or(witness_epoch IS NOT NULL) AS begun FROM database_histories',
          );
          return newest?.begun === true;
        },
        { describe: 'the witness goes with the database' },
      );
      await pair.catchUp();
      await pair.backUp();
      pair.startLagging();
      // Acknowledged, called, and unknown to it.
      const gone = await Promise.all(KEYS.map((key) => send(`gone-${key}`)));
      await service.startWorker();
      // Settled too: an answer that is still in hand would be written down by the new primary.
      await waitFor(async () => (await statusesOf(service.db)).completed === 6, {
        timeoutMs: 20_000,
        describe: 'six are paid for',
      });

      await rupture(pair, service);
      await service.clearFaults();
      await Promise.all(KEYS.map((key) => sendAgain(`gone-${key}`)));
      await waitUntilSettled(service.db, client.clientId, 60_000);

      const rows = await service.db.query<{ key: string; status: string; review_reason: string | null }>(
        'SELECT idempotency_key AS key, status, review_reason FROM verifications ORDER BY idempotency_key',
      );
      const isRest = ({ key }: { key: string }): boolean => key.startsWith('rest');
      expect(rows).to.have.lengthOf(9);
      const rest = what.includes('loses everything') ? 'manual_review' : 'completed';
      for (const row of rows.filter(isRest)) expect(row.status, row.key).to.equal(rest);
      for (const row of rows.filter((one) => !isRest(one))) {
        expect(row, row.key).to.include({ status: 'manual_review', review_reason: 'history_changed' });
      }
      const references = paidCalls(service.sandbox.calls()).map(({ reference }) => reference);
      expect(new Set(references)).to.have.lengthOf(references.length);
      const lost = await waitFor(
        async () => {
          const found = await service.db.query<{ id: string }>('SELECT id FROM lost_requests');
          return found.length === gone.length && found;
        },
        { describe: 'what is gone is named' },
      );
      expect(lost.map(({ id }) => id)).to.have.members(gone.map((id) => fromPublicId('verification', id)));
    });
  }
});
