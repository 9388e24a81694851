import { expect } from 'chai';
import { NodeProcess } from '../../harness/node-process.js';

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

  it('says what it does to whoever asks for help, without looking at a database', async () => {
    const { code, output } = await run(['--help'], { DATABASE_URL: '' });
    expect(code).to.equal(0);
    expect(output)
      .to.match(/^Usage: npm run migrate/)
      .and.include('MIGRATION_DATABASE_URL');
  });
});
