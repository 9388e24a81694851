import { closeSync, ftruncateSync, openSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { type OwnServer, startOwnPostgres } from '../../../harness/own-servers.js';
import { makeDatabase } from '../../../harness/template-database.js';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { waitFor } from '../../../harness/wait-for.js';
import { urlOfDatabase } from '../../../scripts/embedded/service-database.js';
import { type OpenDatabase, openDatabase } from '../../../shared/db/database.js';
import { openHistory } from '../../../shared/history/open-history.js';
import { createLogger } from '../../../shared/logger.js';
import { connectForCommands } from '../../../shared/redis/connect.js';
import { testRedisUrl } from '../../support/redis/redis.js';

const logger = createLogger({ process: 'worker', level: 'silent' });
const DATABASE = 'service';

describe('A PostgreSQL that loses its power', function () {
  this.timeout(60_000);
  let folder: string;
  let server: OwnServer;
  let db: OpenDatabase;
  let redis: Redis;
  let session: pg.Client;

  before(async () => {
    folder = temporaryFolder();
    server = await startOwnPostgres({ durable: true, folder });
    const { appUrl: url } = await makeDatabase(server.url, DATABASE);
    db = await openDatabase({ url, applicationName: 'test', scope: 'operator', poolSize: 4 });
    redis = connectForCommands(testRedisUrl());
    await waitFor(() => redis.status === 'ready', { describe: 'Redis is connected' });
    await redis.flushdb();
    session = new pg.Client({ connectionString: urlOfDatabase(server.url, DATABASE) });
    session.on('error', () => undefined);
    await session.connect();
  });
  after(async () => {
    redis.disconnect();
    await db.close();
    await server.remove();
  });

  async function ask<Row extends pg.QueryResultRow>(query: string): Promise<Row[]> {
    return (await session.query<Row>(query)).rows;
  }

  /** What flushes the log by itself stands still from now on; returns the processes. */
  async function stopFlushing(): Promise<number[]> {
    const writers = await ask<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE backend_type IN ('walwriter', 'background writer')`,
    );
    for (const { pid } of writers) process.kill(pid, 'SIGSTOP');
    return writers.map(({ pid }) => pid);
  }

  /** Ends the server, and takes from its log what no disk had. */
  async function losePower(stopped: readonly number[]): Promise<void> {
    const [flushed] = await ask<{ file: string; offset: number }>(
      `SELECT file_name AS file, file_offset + 1 AS offset
       FROM pg_walfile_name_offset(pg_current_wal_flush_lsn() - 1)`,
    );
    if (flushed === undefined) throw new Error('The server has no log');
    const crashed = server.crash();
    for (const pid of stopped) process.kill(pid, 'SIGKILL');
    await crashed;
    const log = join(realpathSync(join(folder, 'postgres')), 'cluster', 'pg_wal');
    const later = readdirSync(log).filter((name) => /^[0-9A-F]{24}$/.test(name) && name > flushed.file);
    for (const name of later) rmSync(join(log, name));
    const { size } = statSync(join(log, flushed.file));
    const file = openSync(join(log, flushed.file), 'r+');
    ftruncateSync(file, flushed.offset);
    ftruncateSync(file, size);
    closeSync(file);
  }

  it('has not gone back: what it had only written and not flushed was never confirmed to anybody', async () => {
    const { keeper } = openHistory({ db, redis, logger, adopter: 'worker' });
    await keeper.look();
    await keeper.look();
    await session.query('CREATE TABLE unfinished (filler text)');
    const stopped = await stopFlushing();
    await session.query('BEGIN');
    await session.query(`INSERT INTO unfinished SELECT repeat('x', 1000) FROM generate_series(1, 12000)`);
    const [log] = await ask('SELECT pg_current_wal_lsn() > pg_current_wal_flush_lsn() AS ahead');
    expect(log, 'the log is written further than it is flushed').to.deep.equal({ ahead: true });
    await keeper.look();
    expect(keeper.state).to.equal('adopted');
    await losePower(stopped);

    await server.restart();
    await waitFor(
      () =>
        keeper.look().then(
          () => true,
          () => false,
        ),
      { describe: 'PostgreSQL is back' },
    );
    await keeper.look();
    expect(keeper.state).to.equal('adopted');
    expect(await db.query('SELECT adopted_how FROM database_histories')).to.deep.equal([
      { adopted_how: 'migration' },
    ]);
  });
});
