import { expect } from 'chai';
import { type OwnServer, startOwnPostgres } from '../../harness/own-servers.js';
import { withClient } from '../../harness/with-client.js';
import { ensureServiceDatabase, urlOfDatabase } from '../../scripts/embedded/service-database.js';
import { migrate } from '../../scripts/schema/migrate.js';
import { acceptVerifications } from '../../shared/acceptance/accept-verifications.js';
import { findChangedCollations } from '../../shared/db/collations.js';
import { type Database, openDatabase } from '../../shared/db/database.js';
import { buildSubmission } from '../support/checks/submissions.js';
import { buildClient } from '../support/database/factories.js';
import { type LibcLocale, makeLibcLocale } from '../support/database/libc-locale.js';

const DATABASE = 'sorted';
/** Texts that differ only in the case of their letters. */
const KEYS = Array.from({ length: 200 }, (_, index) =>
  [...'ordernumber']
    .map((letter, place) => ((index >> place) % 2 === 0 ? letter : letter.toUpperCase()))
    .join(''),
);

describe('A database whose C library sorts otherwise since its image was built again', function () {
  this.timeout(300_000);

  let locale: LibcLocale;
  let server: OwnServer | undefined;

  before(function () {
    const made = makeLibcLocale();
    if (made === undefined) return this.skip();
    locale = made;
  });
  after(async () => {
    await server?.remove();
    locale?.remove();
  });

  async function withProcesses<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
    const db = await openDatabase({ url, applicationName: 'test', scope: 'operator', poolSize: 2 });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  }

  const acceptAll = (db: Database, clientId: string) =>
    acceptVerifications(
      db,
      KEYS.map((idempotencyKey) => buildSubmission({ clientId, idempotencyKey })),
    );

  it('takes no key twice, though PostgreSQL notices nothing, and another index takes them', async () => {
    locale.compile('dictionary');
    server = await startOwnPostgres({ environment: locale.environment });
    const superuserUrl = server.url;
    const inDatabase = urlOfDatabase(superuserUrl, DATABASE);
    await withClient(superuserUrl, (client) =>
      client.query(
        `CREATE DATABASE ${DATABASE} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE '${locale.name}'`,
      ),
    );
    const service = await ensureServiceDatabase(superuserUrl, DATABASE);
    await withClient(superuserUrl, (client) =>
      client.query(`ALTER DATABASE ${DATABASE} OWNER TO ${new URL(service.ownerUrl).username}`),
    );
    await migrate({ ownerUrl: service.ownerUrl, appUrl: service.appUrl });
    // What the index on the keys would be without COLLATE "C".
    await withClient(inDatabase, async (client) => {
      await client.query('CREATE TABLE sorted_keys (key text PRIMARY KEY)');
      await client.query('INSERT INTO sorted_keys SELECT unnest($1::text[])', [KEYS]);
    });
    const clientId = await withProcesses(service.appUrl, async (db) => {
      const { id } = await buildClient(db, { balance: 100_000 });
      await acceptAll(db, id);
      return id;
    });

    await server.crash('SIGINT');
    locale.compile('codePoints');
    await server.restart();

    const takenBySorting = await withClient(inDatabase, (client) =>
      client.query('INSERT INTO sorted_keys SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [KEYS]),
    );
    expect(takenBySorting.rowCount).to.be.greaterThan(0);
    await withProcesses(service.appUrl, async (db) => {
      // A version that PostgreSQL knows is that of the C library, not that of its locales.
      expect(await findChangedCollations(db)).to.deep.equal([]);
      const again = await acceptAll(db, clientId);
      expect(again.map(({ kind }) => kind)).to.deep.equal(KEYS.map(() => 'replay'));
    });
  });
});
