import { expect } from 'chai';
import { startOwnDatabase } from '../../harness/own-database.js';
import { type OwnServer, startOwnRedis } from '../../harness/own-servers.js';
import { withClient } from '../../harness/with-client.js';
import { sqlOf } from '../../scripts/schema/sql-of.js';
import { type OpenDatabase, openDatabase, type Sql } from '../../shared/db/database.js';
import { type Durability, demandOf } from '../../shared/durability/demand.js';
import { DurabilityKeeper } from '../../shared/durability/durability-keeper.js';
import { createLogger } from '../../shared/logger.js';
import { connectForCommands } from '../../shared/redis/connect.js';
import { requireNoEviction } from '../../worker/require-no-eviction.js';
import { sharedServers } from '../support/shared-servers.js';

/** What `work` throws, or undefined. */
async function refusalOf(work: Promise<void>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: Error) => error.message,
  );
}

const PRODUCTION = demandOf({ durability: 'local', production: true });

/** What a process reports about this database when it starts in production. */
function requireDurability(db: Sql, durability: Durability = 'local'): Promise<void> {
  const demand = demandOf({ durability, production: true });
  const logger = createLogger({ process: 'api', level: 'silent' });
  return new DurabilityKeeper({ db, demand, logger }).require();
}

describe('a store that forgets', function () {
  this.timeout(60_000);

  describe('PostgreSQL', () => {
    let postgres: OwnServer;
    let db: OpenDatabase;
    before(async () => {
      const own = await startOwnDatabase();
      postgres = own.server;
      db = await openDatabase({
        url: own.database.url,
        applicationName: 'test',
        scope: 'operator',
        poolSize: 1,
      });
    });
    after(async () => {
      await db.close();
      await postgres.remove();
    });

    it('is taken when it keeps what it has acknowledged', async () => {
      expect(await refusalOf(requireDurability(db))).to.equal(undefined);
    });

    for (const value of ['off', 'local']) {
      it(`is refused for one setting alone, by its name: synchronous_commit = ${value}`, async () => {
        await withClient(postgres.url, async (superuser) => {
          await superuser.query(`SET synchronous_commit = ${value}`);
          const refusal = await refusalOf(requireDurability(sqlOf(superuser)));
          expect(refusal).to.include(`synchronous_commit is ${value}`);
          expect(refusal).not.to.include('fsync');
        });
      });
    }

    it('is refused under DURABILITY=standby while it names no standby, or does not wait for its disk', async () => {
      expect(await refusalOf(requireDurability(db, 'standby'))).to.include(
        'synchronous_standby_names is empty',
      );
      await withClient(postgres.url, async (superuser) => {
        await superuser.query('SET synchronous_commit = remote_write');
        const refusal = await refusalOf(requireDurability(sqlOf(superuser), 'standby'));
        expect(refusal).to.include('synchronous_commit is remote_write');
        expect(await refusalOf(requireDurability(sqlOf(superuser)))).to.equal(undefined);
      });
    });

    it('is refused under DURABILITY=standby while it would hide that a wait for a standby was cancelled', async () => {
      await withClient(postgres.url, async (superuser) => {
        await superuser.query('SET client_min_messages = error');
        expect(await refusalOf(requireDurability(sqlOf(superuser), 'standby'))).to.include(
          'client_min_messages is error',
        );
        expect(await refusalOf(requireDurability(sqlOf(superuser)))).to.equal(undefined);
      });
    });

    it('is told from one that keeps everything by the condition for statements, too', async () => {
      await withClient(postgres.url, async (superuser) => {
        const isKept = async (): Promise<unknown> =>
          (await superuser.query(`SELECT ${PRODUCTION.condition} AS kept`)).rows[0]?.kept;
        expect(await isKept()).to.equal(true);
        await superuser.query('SET synchronous_commit = local');
        expect(await isKept()).to.equal(false);
      });
    });

    it('is refused for everything that is off, as on the quick server that tests share', async () => {
      await withClient(sharedServers().superuserUrl, async (superuser) => {
        const refusal = await refusalOf(requireDurability(sqlOf(superuser)));
        for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'])
          expect(refusal).to.include(name);
      });
    });
  });

  it('Redis, is refused when it evicts what it has no room for, and taken when it does not', async () => {
    const server = await startOwnRedis();
    const redis = connectForCommands(server.url);
    try {
      expect(await refusalOf(requireNoEviction(redis))).to.equal(undefined);
      for (const policy of ['allkeys-lru', 'volatile-ttl']) {
        await redis.config('SET', 'maxmemory-policy', policy);
        expect(await refusalOf(requireNoEviction(redis)), policy).to.include('noeviction');
      }
    } finally {
      redis.disconnect();
      await server.remove();
    }
  });
});
