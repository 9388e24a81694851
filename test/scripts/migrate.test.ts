import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { NodeProcess } from '../../harness/node-process.js';
import { waitFor } from '../../harness/wait-for.js';
import { withClient } from '../../harness/with-client.js';
import { migrate } from '../../scripts/schema/migrate.js';
import { ADVISORY_LOCKS } from '../../shared/db/advisory-locks.js';
import { createEmptyDatabase } from '../support/database/superuser.js';

const KEEPALIVE = '02';
const TICKS_A_SECOND = 100;
const portOf = (address = ''): number => Number.parseInt(address.split(':')[1] ?? '', 16);

describe('npm run migrate', () => {
  async function run(args: string[], environment: Record<string, string>) {
    const child = new NodeProcess({
      ...{ name: 'migrate', script: 'scripts/migrate.js', args },
      environment,
    });
    return { code: await child.exited, output: child.output() };
  }

  async function isBuilding(url: string): Promise<boolean> {
    const building = 'SELECT FROM pg_stat_progress_create_index WHERE datname = current_database()';
    return withClient(url, async (client) => (await client.query(building)).rows.length > 0);
  }

  /** In how many seconds this end of a connection sends a keepalive probe, unless something passes; see proc(5). */
  async function askedWithinSeconds(end: { local: number; remote: number }): Promise<number | undefined> {
    const table = await readFile('/proc/net/tcp', 'utf8');
    for (const line of table.split('\n').slice(1)) {
      const [, local, remote, , , timer = ''] = line.trim().split(/\s+/);
      const [kind, ticks = ''] = timer.split(':');
      const isEnd = portOf(local) === end.local && portOf(remote) === end.remote;
      if (isEnd && kind === KEEPALIVE) return Number.parseInt(ticks, 16) / TICKS_A_SECOND;
    }
    return undefined;
  }

  const refusals: [string, string[], Record<string, string>, number, RegExp][] = [
    ['no address', [], {}, 1, /DATABASE_URL is not set/],
    [
      'a database that is not there',
      [],
      { DATABASE_URL: 'postgres://owner:hidden@127.0.0.1:1/x' },
      1,
      /nothing listens there \(ECONNREFUSED\)\. Run this again/,
    ],
    ['an unknown wish', ['--row-security', 'maybe'], {}, 2, /--row-security must be one of auto, on, off/],
    [
      'two wishes',
      ['--row-security=on', '--row-security=off'],
      {},
      2,
      /--row-security is given more than once/,
    ],
    [
      'an unknown option',
      ['--undo'],
      {},
      2,
      /'--undo'.*Usage: npm run migrate \[-- --row-security=auto\|on\|off\]/s,
    ],
    ['a word', ['everything'], {}, 2, /'everything'.*Usage:/s],
  ];
  for (const [what, args, environment, exit, expected] of refusals) {
    it(`with ${what} explains itself without a stack and exits with ${exit}`, async () => {
      const { code, output } = await run(args, environment);
      expect(code).to.equal(exit);
      expect(output).to.match(expected).and.not.to.include('hidden').and.not.to.include('node:');
    });
  }

  for (const [what, before] of [
    ['of a database that is not its own', false],
    ['of tables that are not its own', true],
  ] as const) {
    it(`tells a role ${what} which one may migrate, without a stack`, async () => {
      const database = await createEmptyDatabase();
      try {
        if (before) {
          await migrate({ ownerUrl: database.ownerUrl });
          // As if it were of an earlier release.
          await withClient(database.ownerUrl, (owner) =>
            owner.query(`GRANT ALL ON migrations TO PUBLIC; DELETE FROM migrations WHERE id > 1`),
          );
        }
        const { code, output } = await run([], { DATABASE_URL: database.url });
        expect(code).to.equal(1);
        expect(output)
          .to.match(/cannot be migrated by this role: (permission denied|must be owner)/)
          .and.include('MIGRATION_DATABASE_URL')
          .and.not.include('node:');
      } finally {
        await database.drop();
      }
    });
  }

  it('says whom it waits for, and goes on when that session has ended', async () => {
    const database = await createEmptyDatabase();
    try {
      await withClient(database.ownerUrl, async (other) => {
        const { rows } = await other.query<{ pid: number }>(
          'SELECT pg_backend_pid() AS pid, pg_advisory_lock($1)',
          [ADVISORY_LOCKS.migrate],
        );
        const child = new NodeProcess({
          ...{ name: 'migrate', script: 'scripts/migrate.js' },
          environment: { DATABASE_URL: database.ownerUrl },
        });
        await waitFor(() => child.output().includes('Another migration is at work'), {
          describe: 'it says that it waits',
          timeoutMs: 20_000,
        });
        await other.query('SELECT pg_advisory_unlock_all()');
        expect(await child.exited).to.equal(0);
        expect(child.output().match(/session \d+/g)).to.deep.equal([`session ${rows[0]?.pid}`]);
      });
    } finally {
      await database.drop();
    }
  }).timeout(60_000);

  it('waits for what one that was killed is still doing', async () => {
    const database = await createEmptyDatabase();
    try {
      await migrate(database);
      await withClient(database.ownerUrl, (owner) =>
        owner.query(
          `DROP INDEX verifications_same_name_idx; DELETE FROM migrations WHERE name LIKE 'IndexSameRequests%'`,
        ),
      );
      await withClient(database.ownerUrl, async (writer) => {
        await writer.query('BEGIN; LOCK TABLE verifications IN ROW EXCLUSIVE MODE');
        const start = () =>
          new NodeProcess({
            ...{ name: 'migrate', script: 'scripts/migrate.js' },
            environment: { DATABASE_URL: database.ownerUrl },
          });
        const killed = start();
        await waitFor(() => isBuilding(database.ownerUrl), { describe: 'the index is being built' });
        await killed.kill();
        const next = start();
        await waitFor(() => next.output().includes('Another migration is at work'), {
          describe: 'the next one waits',
          timeoutMs: 20_000,
        });
        await writer.query('ROLLBACK');
        expect(await next.exited, next.output()).to.equal(0);
      });
    } finally {
      await database.drop();
    }
  }).timeout(60_000);

  it('has both ends of its connection ask every minute whether the other is still there', async () => {
    const database = await createEmptyDatabase();
    try {
      await withClient(database.ownerUrl, async (other) => {
        await other.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.migrate]);
        const ports = async (): Promise<[number, number] | undefined> => {
          const { rows } = await other.query<{ client_port: number; server_port: number }>(
            `SELECT client_port, inet_server_port() AS server_port FROM pg_stat_activity
             WHERE datname = current_database() AND application_name = 'migrate'`,
          );
          return rows[0] && [rows[0].client_port, rows[0].server_port];
        };
        const migrated = migrate(database);
        // A failure is seen where it is awaited.
        migrated.catch(() => undefined);
        const [client = 0, server = 0] = await waitFor(ports, { describe: 'it waits for the lock' });
        for (const end of [
          { local: client, remote: server },
          { local: server, remote: client },
        ]) {
          await waitFor(async () => ((await askedWithinSeconds(end)) ?? Number.POSITIVE_INFINITY) <= 60, {
            describe: `port ${end.local} asks for port ${end.remote}`,
          });
        }
        await other.query('SELECT pg_advisory_unlock_all()');
        await migrated;
      });
    } finally {
      await database.drop();
    }
  }).timeout(60_000);

  it('is not ended by the limit of a database for idle sessions', async () => {
    const database = await createEmptyDatabase();
    try {
      const name = new URL(database.url).pathname.slice(1);
      await withClient(database.ownerUrl, (owner) =>
        owner.query(`ALTER DATABASE ${name} SET idle_session_timeout = 300`),
      );
      expect(await migrate(database)).to.deep.equal({ rowSecurity: true });
    } finally {
      await database.drop();
    }
  }).timeout(60_000);

  it('waits for a table as long as it says, although the database lets no statement take that long', async () => {
    const database = await createEmptyDatabase();
    try {
      await migrate(database);
      await withClient(database.ownerUrl, async (other) => {
        const name = new URL(database.url).pathname.slice(1);
        await other.query(`ALTER DATABASE ${name} SET statement_timeout = 300`);
        await other.query('BEGIN');
        await other.query('LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE');
        const migrated = migrate(database);
        // A failure is seen where it is awaited.
        migrated.catch(() => undefined);
        await sleep(1_500);
        await other.query('ROLLBACK');
        expect(await migrated).to.deep.equal({ rowSecurity: true });
      });
    } finally {
      await database.drop();
    }
  }).timeout(60_000);

  it('says what it does to whoever asks for help, without looking at a database', async () => {
    const { code, output } = await run(['--help'], { DATABASE_URL: '' });
    expect(code).to.equal(0);
    expect(output)
      .to.match(/^Usage: npm run migrate/)
      .and.include('MIGRATION_DATABASE_URL');
  });
});
