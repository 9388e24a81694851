import { expect } from 'chai';
import { loadHistory } from '../../../api/verifications/history/load-history.js';
import { type Database, openPool } from '../../../shared/db/database.js';
import { ofClient } from '../../../shared/db/scope.js';
import { newId } from '../../../shared/domain/ids.js';
import { STATUSES } from '../../../shared/domain/states.js';
import { buildClient, buildVerification } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';

const PAGE = { limit: 25, after: undefined };
const SWITCHES = ['outcome', 'createdFrom', 'createdTo', 'idempotencyKey', 'serviceCode'] as const;

/** All combinations of filters that find this verification, or would if it were in another state. */
function combinations(
  given: Record<(typeof SWITCHES)[number], unknown>,
): Parameters<typeof loadHistory>[3][] {
  const none = { reference: undefined, subjectHashes: undefined, submittedBy: undefined };
  return Array.from({ length: 2 ** SWITCHES.length }, (_, chosen) =>
    SWITCHES.map((name, index) => [name, (chosen >> index) & 1 ? given[name] : undefined]),
  ).flatMap((chosen) =>
    [undefined, ...STATUSES].map(
      (status) => ({ ...none, ...Object.fromEntries(chosen), status }) as Parameters<typeof loadHistory>[3],
    ),
  );
}

// A session keeps the plan of whatever it has prepared, some 150 kB, and a caller chooses the filters.
describe('the combinations of one list’s filters', function () {
  this.timeout(60_000);

  const database = useDatabase();
  const scopes = ['of a client', 'of the service'] as const;
  for (const scope of scopes) {
    it(`find what they should, and a session ${scope} keeps the plans of forty`, async () => {
      const { id: clientId } = await buildClient(database.db);
      const createdAt = new Date('2026-01-02T03:04:05.000Z');
      const key = { idempotencyKey: newId(), serviceCode: 'said_verification' } as const;
      const { id } = await buildVerification(database.db, {
        ...key,
        clientId,
        createdAt,
        status: 'completed',
      });
      const pool = await openPool({ url: database.url, applicationName: 'test', poolSize: 1 });
      const db: Database =
        scope === 'of a client'
          ? pool.scoped(ofClient(clientId))
          : await database.open({ poolSize: 1, lookUpsOnly: true });
      const period = { createdFrom: new Date(0), createdTo: new Date() };
      for (const filters of combinations({ ...key, ...period, outcome: 'positive' })) {
        const rows = await loadHistory(db, clientId, PAGE, filters);
        const isIn = filters.status === undefined || filters.status === 'completed';
        expect(rows.map((row) => row.id)).to.deep.equal(isIn ? [id] : []);
      }
      const [kept] = await db.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_prepared_statements WHERE statement LIKE '%FROM verifications WHERE%'`,
      );
      expect(kept?.count).to.be.within(1, 41);
      await pool.close();
    });
  }
});
