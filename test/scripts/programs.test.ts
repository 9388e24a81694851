import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { createDataSource } from '../../shared/db/data-source.js';

const pathOf = (program: string): string => path.resolve('dist/programs', `${program}.js`);

/** The text of a program and of the files that it loads lazily. */
function textOf(program: string): string {
  const { dir, name } = path.parse(pathOf(program));
  const files = readdirSync(dir).filter((file) => file.startsWith(name) && file.endsWith('.js'));
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
