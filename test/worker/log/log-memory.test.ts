import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { withClient } from '../../../harness/with-client.js';
import type { Database } from '../../../shared/db/database.js';
import { loadHead } from '../../../shared/log/proofs.js';
import { connectForCommands } from '../../../shared/redis/connect.js';
import { LogMemory, LogWentBackError } from '../../../worker/log/log-memory.js';
import { openPublishedHeads } from '../../../worker/log/published-heads.js';
import { sealLog } from '../../../worker/log/seal-log.js';
import { acceptAll } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { useDatabase } from '../../support/database/use-database.js';
import { startTestWitness } from '../../support/evidence/test-witness.js';
import { testKeys } from '../../support/processes/keys.js';
import { testRedisUrl } from '../../support/redis/redis.js';

const ORIGIN = 'example.test/log';
const TABLES = ['log_state', 'log_tiles', 'log_spans', 'log_cursors', 'consent_evidence', 'wallets'];

describe('a database that goes back in time, and its log', () => {
  const database = useDatabase();
  let redis: Redis;
  before(() => {
    redis = connectForCommands(testRedisUrl());
  });
  after(() => redis.disconnect());

  /** A process as it is after its start: its own memory is empty. */
  const start = (origin = ORIGIN) => {
    const memory = new LogMemory(openPublishedHeads(redis));
    return () => sealLog({ db: database.db, keys: testKeys.evidenceKeys, origin, memory });
  };
  const accept = async (count: number) => {
    const { id: clientId } = await buildClient(database.db);
    await acceptAll(
      database.db,
      Array.from({ length: count }, () => ({ clientId })),
    );
  };
  const asSuperuser = (statements: readonly string[]) =>
    withClient(superuserUrlOf(database.url), async (client) => {
      await client.query('SET session_replication_role = replica');
      for (const statement of statements) await client.query(statement);
    });
  const backUp = () =>
    asSuperuser(
      TABLES.flatMap((name) => [
        `DROP TABLE IF EXISTS backup_${name}`,
        `CREATE TABLE backup_${name} AS TABLE ${name}`,
      ]),
    );
  const restore = () =>
    asSuperuser(
      TABLES.flatMap((name) => [`DELETE FROM ${name}`, `INSERT INTO ${name} TABLE backup_${name}`]),
    );
  const sizeOf = async (db: Database) => (await loadHead(db))?.size;

  it('is not sealed any further by a process that knew more, or one that asks Redis', async () => {
    const running = start();
    await accept(5);
    await running();
    await backUp();
    await accept(3);
    const { size = 0 } = (await running()) ?? {};
    await restore();
    await accept(20);
    const back = await sizeOf(database.db);
    expect(back).to.be.lessThan(size);
    for (const seal of [running, start()]) {
      const error = await seal().catch((refusal: unknown) => refusal);
      expect(error).to.be.instanceOf(LogWentBackError);
      expect((error as Error).message)
        .to.include(String(back))
        .and.include(String(size));
    }
    expect(await sizeOf(database.db), 'nothing was signed').to.equal(back);
  });

  it('is noticed also where the log has become longer than it was', async () => {
    const seal = start('other.test/log');
    await accept(2);
    await seal();
    await backUp();
    await accept(3);
    await seal();
    await restore();
    await accept(30);
    // By a release that stores no memory.
    await sealLog({ db: database.db, keys: testKeys.evidenceKeys, origin: 'other.test/log' });
    for (const next of [seal, start('other.test/log')]) {
      const error = await next().catch((refusal: unknown) => refusal);
      expect(error).to.be.instanceOf(LogWentBackError);
      expect((error as Error).message).to.include('are not those that were published');
    }
  });

  it('goes on under another name', async () => {
    await accept(2);
    const sealed = await start('third.test/log')();
    expect(sealed?.entries).to.be.greaterThan(1);
    expect((await loadHead(database.db))?.origin).to.equal('third.test/log');
  });

  it('is refused by a witness where nobody here remembers anything', async () => {
    await redis.flushdb();
    const show = startTestWitness(database.db, ORIGIN);
    await start()();
    await accept(4);
    await start()();
    const seen = (await sizeOf(database.db)) ?? 0;
    expect((await show(0)).status).to.equal(200);
    await backUp();
    await accept(4);
    await start()();
    const last = (await sizeOf(database.db)) ?? 0;
    expect((await show(seen)).status).to.equal(200);
    await restore();
    await redis.flushdb();
    await accept(10);
    await start()();
    const answer = await show(last);
    expect(answer.status).to.equal(422);
    expect(answer.body).to.include('INCONSISTENT').and.include(`size ${last}`);
  });

  it('goes on while Redis is away where the process itself remembers, and waits where it does not', async () => {
    const away = {
      read: () => Promise.reject(new Error('away')),
      note: () => Promise.reject(new Error('away')),
    };
    const known = openPublishedHeads(redis);
    let heads = known;
    const memory = new LogMemory({
      read: (origin) => heads.read(origin),
      note: (origin, head) => heads.note(origin, head),
    });
    const seal = (own: LogMemory) =>
      sealLog({ db: database.db, keys: testKeys.evidenceKeys, origin: ORIGIN, memory: own });
    await seal(memory);
    heads = away;
    await accept(2);
    expect((await seal(memory))?.entries).to.be.greaterThan(1);
    await accept(1);
    const fresh = await seal(new LogMemory(away)).catch((error: Error) => error.message);
    expect(fresh).to.equal('away');
    heads = known;
    await seal(memory);
    const { size } = (await loadHead(database.db)) ?? {};
    expect((await known.read(ORIGIN))?.size).to.equal(size);
  });
});
