import { expect } from 'chai';
import { loadClientSums } from '../../../api/home/load-clients.js';
import { loadDays, loadServiceSums, loadTook } from '../../../api/home/load-figures.js';
import { dayOf, firstDay } from '../../../api/home/present-home.js';
import { withClient } from '../../../harness/with-client.js';
import { isLive } from '../../../shared/db/of-mode.js';
import { testSideOf } from '../../../shared/domain/mode.js';
import { OUTCOMES } from '../../../shared/domain/outcome.js';
import { addDailyRows } from '../../support/database/daily-rows.js';
import { buildClient } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { useDatabase } from '../../support/database/use-database.js';

const CLIENTS = 12;
const STATEMENTS = 100;
const WORKERS = 4;

const RUNNING = ['submitted', 'completed', 'credits', 'reviewed'];
const sums = (names: readonly string[]) =>
  names.map((name) => `coalesce(sum(${name}), 0)::float8 AS ${name}`).join(', ');
const WITHIN = `day BETWEEN $1::date AND $2::date`;
const OF_LIVE = `${WITHIN} AND ${isLive('client_id')}`;

/** The same figures, summed from the rows of every client. */
const PLAIN = {
  services: `SELECT service_code, ${sums([...RUNNING, ...OUTCOMES])} FROM daily_figures
    WHERE ${OF_LIVE} GROUP BY service_code ORDER BY service_code`,
  days: `SELECT to_char(day, 'YYYY-MM-DD') AS day, ${sums(['submitted', 'completed', 'credits'])} FROM daily_figures
    WHERE ${OF_LIVE} GROUP BY daily_figures.day ORDER BY daily_figures.day`,
  took: `SELECT service_code, took_class, ${sums(['completed'])} FROM daily_turnarounds
    WHERE ${OF_LIVE} GROUP BY service_code, took_class ORDER BY service_code, took_class`,
  clients: `SELECT c.id, ${sums(RUNNING)}, to_char(max(day) FILTER (WHERE submitted > 0), 'YYYY-MM-DD') AS last_day
    FROM clients c LEFT JOIN daily_figures f ON f.client_id = c.id AND ${WITHIN}
    WHERE c.mode = 'live' GROUP BY c.id ORDER BY sum(submitted) DESC NULLS LAST, c.id DESC`,
};

describe('the figures of all clients', () => {
  const database = useDatabase();

  before(async () => {
    const live: string[] = [];
    for (let count = 0; count < CLIENTS; count += 1) live.push((await buildClient(database.db)).id);
    const idle = (await buildClient(database.db)).id;
    await database.db.query(
      `INSERT INTO clients (id, name, mode, live_client_id)
       SELECT test_id, 'Synthetic', 'test', live_id FROM unnest($1::uuid[], $2::uuid[]) AS t (test_id, live_id)
       ON CONFLICT DO NOTHING`,
      [[...live, idle].map(testSideOf), [...live, idle]],
    );
    const work = (clients: readonly string[]) =>
      withClient(database.url, async (worker) => {
        for (let count = 0; count < STATEMENTS; count += 1) await addDailyRows(worker, clients);
      });
    // Each has clients of its own, so that they meet at the totals alone.
    const shares = Array.from({ length: WORKERS }, (_, share) =>
      live.filter((_, index) => index % WORKERS === share),
    );
    await Promise.all(shares.map((share) => work(share.flatMap((id) => [id, testSideOf(id)]))));
  });

  it('are the sums of what several workers added at once, without test sides', async () => {
    await expectInvariants(database.db);
  });

  for (const days of [1, 2, 7, 30, 366]) {
    it(`are for ${days} days what a plain sum over their rows says`, async () => {
      const now = new Date();
      const scope = { clientId: undefined, from: firstDay(now, days), to: dayOf(now) };
      const plain = (text: string) => database.db.query<object>(text, [scope.from, scope.to]);
      const byCode = (rows: readonly { service_code: string; took_class?: number }[]) =>
        rows.toSorted((one, other) =>
          one.service_code === other.service_code
            ? (one.took_class ?? 0) - (other.took_class ?? 0)
            : one.service_code < other.service_code
              ? -1
              : 1,
        );
      expect(byCode(await loadServiceSums(database.db, scope))).to.deep.equal(await plain(PLAIN.services));
      expect(await loadDays(database.db, scope)).to.deep.equal(await plain(PLAIN.days));
      expect(byCode(await loadTook(database.db, scope))).to.deep.equal(await plain(PLAIN.took));
      const clients = (await loadClientSums(database.db, scope)).map(
        ({ name: _name, available: _available, users: _users, ...figures }) => figures,
      );
      expect(clients).to.deep.equal(await plain(PLAIN.clients));
      expect(clients).to.have.length(CLIENTS + 1);
    });
  }
});
