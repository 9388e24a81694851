import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

/** Whatever reads a command line: it explains `--help`, and refuses what it does not understand. */
const READERS = /\b(?:readCommandLine|readFlags|refuseArguments|parseArgs|checkArguments)\(/;

/**
 * The source of the program of ours that an npm script runs last, other than a test; undefined where that is another's.
 */
function programOf(command: string): string | undefined {
  const file = /(?:^|\s)((?:dist|scripts|tools|test|chaos)\/\S+\.(?:mjs|js|(?<!\.test\.)ts))/g;
  const [last] = [...command.matchAll(file)].map(([, found = '']) => found).slice(-1);
  if (last === 'scripts/tool.mjs' || last === undefined) return undefined;
  const source = last.replace(/^dist\/(?:programs\/)?/, '').replace(/\.js$/, '.ts');
  return existsSync(source) ? source : last;
}

describe('the command line of', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const programs = Object.entries(scripts).flatMap(([name, command]) => {
    const program = programOf(command);
    return program === undefined ? [] : [{ name, program }];
  });

  it('every npm script with a program of ours is read by it', () => {
    expect(programs.length).to.be.greaterThan(30);
    const deaf = programs.filter(({ program }) => !READERS.test(readFileSync(program, 'utf8')));
    expect(deaf).to.deep.equal([]);
  });

  it('every npm script is in the README', () => {
    const readme = readFileSync('README.md', 'utf8');
    const mentioned = new Set([...readme.matchAll(/npm (?:run )?([a-z:-]+)/g)].map(([, name]) => name));
    expect(Object.keys(scripts).filter((name) => !mentioned.has(name))).to.deep.equal([]);
  });

  for (const [script, wrong, reason] of [
    ['test-model', ['--run', '3'], "Unknown option '--run'"],
    ['test-model', ['--runs', '0'], '--runs takes a whole number from 1 to 100000, not "0".'],
    ['sbom', ['one.json', 'two.json'], "Unexpected argument 'two.json'."],
    ['lint-alerts', ['alerts.yml'], "Unexpected argument 'alerts.yml'."],
    ['build-client', ['--frob'], "Unknown option '--frob'"],
  ] as const) {
    const run = (args: readonly string[]) =>
      spawnSync(process.execPath, [`scripts/${script}.mjs`, ...args], { encoding: 'utf8' });

    it(`${script} is explained by --help, and ${wrong.join(' ')} is refused with the same`, () => {
      const help = run(['--help']);
      expect(help).to.include({ status: 0, stderr: '' });
      expect(help.stdout).to.match(/^Usage: npm run \S+.*\n\S/);
      const refused = run(wrong);
      expect(refused).to.include({ status: 2, stdout: '' });
      expect(refused.stderr.startsWith(reason)).to.equal(true, refused.stderr);
      expect(refused.stderr.endsWith(help.stdout)).to.equal(true, refused.stderr);
    });
  }
});
