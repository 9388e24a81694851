import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import pg from 'pg';
import { environmentOf } from '../../harness/environment.js';
import { flagsOf } from '../../harness/program.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { createDataSource } from '../../shared/db/data-source.js';

const pathOf = (program: string): string => path.resolve('dist/programs', `${program}.js`);

/** The text of a program, of its script if it has one, and of the files that it loads lazily. */
function textOf(program: string): string {
  const { dir, name } = path.parse(pathOf(program));
  const files = readdirSync(dir).filter((file) => file.startsWith(name) && /\.c?js$/.test(file));
  return files.map((file) => readFileSync(path.join(dir, file), 'utf8')).join('\n');
}

/** The files of a CommonJS library that are in a program. */
function filesOf(library: string, program: string): string[] {
  const names = textOf(program).matchAll(new RegExp(`"node_modules/${library}/([^"]+)"\\(`, 'g'));
  return Array.from(names, ([, name = '']) => name);
}

/** A program is parsed as a whole whenever it starts. */
describe('what a program leaves out', () => {
  for (const program of ['api/main', 'worker/main', 'scripts/admin']) {
    it(`is other databases, in ${program}`, () => {
      const drivers = filesOf('typeorm/driver', program).filter((name) => name.endsWith('Driver.js'));
      expect(drivers).to.deep.equal(['postgres/PostgresDriver.js']);
      expect(filesOf('bullmq/dist/cjs/postgres', program)).to.deep.equal([]);
    });
  }

  it('is the validators that nothing uses', () => {
    const used = filesOf('validator/lib', 'api/main').filter((name) => !name.startsWith('util/'));
    expect(used.sort()).to.deep.equal(['isByteLength.js', 'isEmail.js', 'isFQDN.js', 'isIP.js']);
  });

  it('is all commands of npm run admin but the one that is asked for', () => {
    const start = readFileSync(pathOf('scripts/admin'), 'utf8');
    expect(start).to.include('import("./admin-doctor-').and.not.include('"node_modules/');
  });

  it('is the tables of rare encodings, which are read when they are asked for', () => {
    const read = createRequire(pathOf('api/main'));
    const files = Array.from(textOf('api/main').matchAll(/"(\.\/[^"]+\.json)"/g), ([, file = '']) => file);
    expect(files.join()).to.match(/cp936.*big5/);
    for (const file of files) expect(read(file), file).to.be.an.instanceof(Object);
  });
});

describe('what a program does quicker than its libraries', () => {
  it('is to define the commands of Redis, on a prototype that is a table already', () => {
    const quick = 'delete Commander.prototype.sendCommand;commands.forEach(';
    for (const program of ['api/main', 'worker/main', 'scripts/admin']) {
      expect(textOf(program)).to.include(quick);
    }
  });

  it('is to find out that it does not run at Cloudflare', () => {
    expect(textOf('api/main'))
      .to.include('function isCloudflareRuntime()')
      .and.not.include('typeof Response');
  });
});

describe('the driver of PostgreSQL', () => {
  it('serves TypeORM too, which would load a second one from node_modules', () => {
    const { options } = createDataSource({ url: 'postgres://', applicationName: 'test', poolSize: 1 });
    expect(options).to.include({ driver: pg });
  });
});

describe('a program of which V8 keeps what it compiled', () => {
  for (const program of ['api/main', 'worker/main']) {
    const options = flagsOf(`${program}.js`) ?? [];

    it(`uses that with the options it is started with, and does without it with others: ${program}`, () => {
      const isRefused = `import { readProgram } from './scripts/bootstrap/read-program.mjs';
        console.log(readProgram(process.argv[1]).script.cachedDataRejected);`;
      const url = pathToFileURL(pathOf(program)).href;
      const ask = (flags: readonly string[]): string =>
        spawnSync(process.execPath, [...flags, '--input-type=module', '-e', isRefused, url], {
          encoding: 'utf8',
        }).stdout;
      expect(ask(options)).to.equal('false\n');
      expect(ask(['--stack-size=900'])).to.equal('true\n');
    });
  }

  it('names the source in its errors', () => {
    const spool = path.join(temporaryFolder(), 'a-file');
    writeFileSync(spool, '');
    const { stdout } = spawnSync(
      process.execPath,
      [...(flagsOf('worker/main.js') ?? []), pathOf('worker/main')],
      {
        encoding: 'utf8',
        env: environmentOf(
          { databaseUrl: 'postgres://127.0.0.1:9/none', redisUrl: 'redis://127.0.0.1:9' },
          {
            LOG_LEVEL: 'debug',
            PROVIDER_URL: 'http://127.0.0.1:9',
            SPOOL_DIR: spool,
          },
        ),
      },
    );
    const place = `${path.resolve('worker/spool/open-spool.ts')}:`;
    expect(stdout).to.include(place).and.not.to.include('main.cjs');
  });
});
