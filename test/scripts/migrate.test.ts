import { expect } from 'chai';
import { NodeProcess } from '../../harness/node-process.js';
import { withClient } from '../../harness/with-client.js';
import { migrate } from '../../scripts/schema/migrate.js';
import { createEmptyDatabase } from '../support/superuser.js';

describe('npm run migrate', () => {
  async function run(args: string[], environment: Record<string, string>) {
    const child = new NodeProcess({
      ...{ name: 'migrate', script: 'scripts/migrate.js', args },
      environment,
    });
    return { code: await child.exited, output: child.output() };
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

  it('says what it does to whoever asks for help, without looking at a database', async () => {
    const { code, output } = await run(['--help'], { DATABASE_URL: '' });
    expect(code).to.equal(0);
    expect(output)
      .to.match(/^Usage: npm run migrate/)
      .and.include('MIGRATION_DATABASE_URL');
  });
});
