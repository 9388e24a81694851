import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../../harness/temporary-folder.js';

function bootstrap(root: string, ...args: string[]): { status: number | null; output: string } {
  const script = join(root, 'scripts/bootstrap.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe('scripts/bootstrap.mjs', function () {
  this.timeout(60_000);

  for (const { title, args, message } of [
    { title: 'no command', args: [], message: /Choose a command: start, test or build/ },
    { title: 'an unknown command', args: ['deploy'], message: /Unknown command "deploy"/ },
    { title: 'a name every object has', args: ['constructor'], message: /Unknown command "constructor"/ },
    {
      title: 'an unknown argument of start',
      args: ['start', '--fast'],
      message: /Unknown argument "--fast"/,
    },
    { title: 'an argument of build', args: ['build', 'api'], message: /Unknown argument "api" for build/ },
  ]) {
    it(`refuses ${title} and shows how it is called`, () => {
      const { status, output } = bootstrap('.', ...args);
      expect({ status, output }).to.deep.include({ status: 2 });
      expect(output)
        .to.match(message)
        .and.to.match(/Usage:/);
    });
  }

  for (const command of ['start', 'build']) {
    it(`${command} --help only shows how it is called`, () => {
      const { status, output } = bootstrap('.', command, '--help');
      expect(status).to.equal(0);
      expect(output).to.match(/^Usage:/);
    });
  }

  describe('in a small project', () => {
    let root: string;

    const write = (file: string, content: unknown): void => {
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      writeFileSync(join(root, file), text);
    };

    /** What the build compiles. */
    const writeBuildOf = (...include: string[]): void =>
      write('tsconfig.build.json', {
        extends: './tsconfig.json',
        compilerOptions: { noEmit: false, rootDir: '.', outDir: 'dist' },
        include,
      });

    beforeEach(() => {
      root = temporaryFolder();
      cpSync('scripts/bootstrap', join(root, 'scripts/bootstrap'), { recursive: true });
      cpSync('scripts/bootstrap.mjs', join(root, 'scripts/bootstrap.mjs'));
      for (const file of ['package-lock.json', 'tsconfig.json']) cpSync(file, join(root, file));
      symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
      write('package.json', { type: 'module', engines: { node: '>=20.0.0' } });
      writeBuildOf('shared');
      mkdirSync(join(root, 'shared'));
      write('shared/a.ts', 'export const a = 1;\n');
    });

    afterEach(() => rmSync(root, { recursive: true, force: true }));

    const built = (file: string): string | undefined => {
      const { status, stdout } = spawnSync(
        process.execPath,
        ['--input-type=module', '--eval', `console.log(JSON.stringify(await import('./dist/${file}')))`],
        { cwd: root, encoding: 'utf8' },
      );
      return status === 0 ? stdout.trim() : undefined;
    };

    it('builds once and again only when a source has changed', () => {
      expect(bootstrap(root, 'build')).to.deep.equal({ status: 0, output: 'Building…\n' });
      expect(bootstrap(root, 'build')).to.deep.equal({ status: 0, output: '' });
      write('shared/a.ts', 'export const a = 2;\n');
      expect(bootstrap(root, 'build').output).to.equal('Building…\n');
      expect(built('shared/a.js')).to.equal('{"a":2}');
    });

    it('builds again when an output is missing', () => {
      bootstrap(root, 'build');
      rmSync(join(root, 'dist/shared/a.js'));
      expect(bootstrap(root, 'build').output).to.equal('Building…\n');
      expect(built('shared/a.js')).to.equal('{"a":1}');
    });

    it('removes the output of a deleted source', () => {
      write('shared/b.ts', 'export const b = 1;\n');
      bootstrap(root, 'build');
      expect(built('shared/b.js')).to.equal('{"b":1}');
      rmSync(join(root, 'shared/b.ts'));
      bootstrap(root, 'build');
      expect(built('shared/b.js')).to.equal(undefined);
      expect(built('shared/a.js')).to.equal('{"a":1}');
    });

    it('makes one file of a program, whose errors name the source', () => {
      writeBuildOf('shared', 'sandbox');
      mkdirSync(join(root, 'sandbox'));
      write('sandbox/main.ts', "import { a } from '../shared/a.js';\n\nthrow new Error('a is ' + a);\n");
      bootstrap(root, 'build');
      // What it was made from is not asked any more.
      rmSync(join(root, 'dist/shared'), { recursive: true });
      const program = join(root, 'dist/programs/sandbox/main.js');
      const { stderr } = spawnSync(process.execPath, ['--enable-source-maps', program], { encoding: 'utf8' });
      expect(stderr)
        .to.include('Error: a is 1')
        .and.to.include(`${join(root, 'sandbox/main.ts')}:3:7`);

      rmSync(program);
      expect(bootstrap(root, 'build').output).to.equal('Building…\n');
      expect(existsSync(program)).to.equal(true);
    });

    it('leaves functions and classes of a program the names that they were written with, and defines only lost ones', () => {
      writeBuildOf('shared', 'sandbox');
      mkdirSync(join(root, 'sandbox'));
      write('shared/other.ts', 'class same {}\nexport const other = same;\n');
      write(
        'sandbox/main.ts',
        `import { other } from '../shared/other.js';
function same() {}
const expression = function () {};
const arrow = () => {};
throw new Error([other, same, expression, arrow].map(({ name }) => name).join());
`,
      );
      bootstrap(root, 'build');
      const program = join(root, 'dist/programs/sandbox/main.js');
      const { stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' });
      // Nobody reads the names of arrow functions, and a library may make dozens of them per call.
      expect(stderr).to.include('Error: same,same,expression,\n');
    });

    it('leaves nothing of the build running beside what it starts', () => {
      writeBuildOf('sandbox', 'scripts/start.ts');
      mkdirSync(join(root, 'sandbox'));
      write('sandbox/main.ts', "console.log('bundled');\n");
      write(
        'scripts/start.ts',
        `import { execFileSync } from 'node:child_process';
        const all = execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' }).split('\\n');
        const own = all.filter((line) => line.trim().startsWith(process.pid + ' ') && !/ ps -A /.test(line));
        console.log(JSON.stringify(own));`,
      );
      expect(bootstrap(root, 'start')).to.deep.equal({ status: 0, output: 'Building…\n[]\n' });
    });

    it('fails on a fault the compiler finds, and again until it is mended', () => {
      write('shared/a.ts', "export const a: number = 'one';\n");
      for (const _ of [1, 2]) {
        const { status, output } = bootstrap(root, 'build');
        expect(status).to.equal(1);
        expect(output).to.match(/shared\/a\.ts.*TS2322/);
      }
    });

    for (const { engines, allowed } of [
      { engines: '>=99.0.0', allowed: false },
      { engines: '^0.10.0 || >=99.1.2', allowed: false },
      { engines: `^${process.versions.node}`, allowed: true },
      { engines: '^0.10.0 || >=18.0.0', allowed: true },
    ]) {
      it(`${allowed ? 'accepts' : 'refuses'} this Node when the project wants ${engines}`, () => {
        write('package.json', { type: 'module', engines: { node: engines } });
        const { status, output } = bootstrap(root, 'build');
        expect(status).to.equal(allowed ? 0 : 1);
        if (!allowed) expect(output).to.include(`needs Node ${engines}; this is ${process.versions.node}`);
      });
    }

    describe('runs tests', () => {
      const suite = (title: string, body: string) => `it('${title}', () => {${body}});\n`;

      beforeEach(() => {
        for (const folder of ['chaos', 'ops', 'portal', 'processes', 'scripts', 'shared', 'support'])
          mkdirSync(join(root, 'test', folder), { recursive: true });
        for (const folder of ['api', 'client', 'flows', 'security']) {
          mkdirSync(join(root, 'test', folder), { recursive: true });
          write(`test/${folder}/short.test.mjs`, suite('is short', ''));
        }
        cpSync('test/support/reporter.ts', join(root, 'test/support/reporter.ts'));
        write('test/support/settings.mjs', '');
        write('.mocharc.json', {
          extension: ['.test.mjs'],
          recursive: true,
          'node-option': ['import=tsx'],
          require: ['./test/support/settings.mjs'],
          reporter: './test/support/reporter.ts',
        });
        write(
          'test/shared/quick.test.mjs',
          suite('is quick', '') + suite('fails', "throw new Error('on purpose')"),
        );
        write('test/portal/slow.test.mjs', suite('is slow', ''));
        write('test/processes/long.test.mjs', suite('is long', ''));
        write('test/chaos/hard.test.mjs', suite('is hard', ''));
      });

      it('in parts, and adds them up', () => {
        const { status, output } = bootstrap(root, 'test', '--retries', '1');
        expect(status, output).to.equal(1);
        expect(output).to.include('is slow').and.include('tried again: fails: on purpose');
        const once = ['is slow', 'is long', 'is hard', 'is quick', ...Array(4).fill('is short')];
        expect(output.match(/is (slow|long|hard|quick|short)/g), 'each once').to.have.members(once);
        expect(output.match(/^.* passed.*$/gm)).to.deep.equal(['8 passed, 1 failed, 0 skipped']);
      });

      const failsOnce = `import { existsSync, writeFileSync } from 'node:fs';
         describe('a set-up', () => {
           before(() => {
             if (existsSync('seen')) return;
             writeFileSync('seen', '');
             throw new Error('the machine stood still');
           });
           it('is shaken', () => {});
         });\n`;

      it('once more, alone, where something failed', () => {
        write('test/portal/slow.test.mjs', failsOnce);
        write('test/shared/quick.test.mjs', suite('is quick', ''));
        const { status, output } = bootstrap(root, 'test', '--second-try');
        expect(status, output).to.equal(0);
        expect(output).to.include('once more, alone: test/portal/slow.test.mjs').and.include('stood still');
        expect(output.match(/is quick/g), 'not again').to.have.length(1);
        expect(output.match(/^\d+ passed.*skipped$/gm)?.at(-1)).to.equal('8 passed, 0 failed, 0 skipped');
      });

      for (const [where, file, fault] of [
        [
          'around the tests of all files',
          'shared/left.test.mjs',
          "after(() => { throw new Error('left'); });",
        ],
        [
          'in the tear-down of everything',
          'support/settings.mjs',
          "export function mochaGlobalTeardown() { if (process.argv.some((given) => given.includes('quick'))) throw new Error('left'); }",
        ],
      ]) {
        it(`not again when something failed ${where}, which no file explains`, () => {
          write('test/portal/slow.test.mjs', failsOnce);
          write('test/shared/quick.test.mjs', suite('is quick', ''));
          write(`test/${file}`, `${fault}\n`);
          const { status, output } = bootstrap(root, 'test', '--second-try');
          expect(status, output).to.equal(1);
          expect(output).not.to.include('once more');
        });
      }

      it('twice, and fails when that fails twice', () => {
        const { status, output } = bootstrap(root, 'test', '--second-try');
        expect(status, output).to.equal(1);
        expect(output.match(/^\d+ passed.*skipped$/gm)?.at(-1)).to.equal('8 passed, 1 failed, 0 skipped');
      });

      it('as they are chosen', () => {
        const { status, output } = bootstrap(root, 'test', '--grep', 'is quick');
        expect(status, output).to.equal(0);
        expect(output.match(/^.* passed.*$/gm)).to.deep.equal(['1 passed, 0 failed, 0 skipped']);
      });

      it('and fails when one part breaks off', () => {
        write('test/portal/slow.test.mjs', 'process.exit(0);\n');
        const { status, output } = bootstrap(root, 'test');
        expect(status, output).to.equal(1);
        expect(output).to.include('A part of the tests stopped early');
      });
    });

    it('installs when node_modules does not match the lockfile', () => {
      const lock = { name: 'small', version: '1.0.0', lockfileVersion: 3, requires: true };
      rmSync(join(root, 'node_modules'));
      write('package.json', {
        name: 'small',
        version: '1.0.0',
        type: 'module',
        engines: { node: '>=20.0.0' },
      });
      write('package-lock.json', { ...lock, packages: { '': { name: 'small', version: '1.0.0' } } });
      expect(bootstrap(root, 'build').output).to.match(/^Installing the packages/);
    });
  });
});
