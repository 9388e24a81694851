import { execFile } from 'node:child_process';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { temporaryFolder } from '../../../harness/temporary-folder.js';

const run = promisify(execFile);
// Compiled, because each of these processes would take longer to compile it than to read it.
const MODULE = pathToFileURL(resolve('dist/shared/config/development-secrets.js')).href;
const CODE = `
  import { readWithDevelopmentSecrets } from '${MODULE}';
  const [, environment, names] = process.argv;
  const reader = readWithDevelopmentSecrets(JSON.parse(environment), names.split(','));
  const secrets = names.split(',').map((name) => [name, reader.optional(name)]);
  try {
    reader.finish();
    process.stdout.write(JSON.stringify(Object.fromEntries(secrets)));
  } catch ({ name, message }) {
    process.stdout.write(JSON.stringify({ name, message }));
  }`;
const ALL = 'JWT_SECRETS,ENCRYPTION_KEYS,INDEX_KEY,EVIDENCE_KEYS';
/** A limit of zero bytes per file, which root has to obey, too. */
const ON_A_FULL_DISK = ['sh', '-c', 'ulimit -f 0; exec "$0" "$@"'];

describe('readWithDevelopmentSecrets', () => {
  let folder: string;

  beforeEach(() => {
    folder = temporaryFolder();
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** The configuration a separate process, started in the folder, reads from this environment. */
  async function secretsOf(
    environment: Record<string, string> = {},
    names = ALL,
    within: readonly string[] = [],
  ): Promise<Record<string, string>> {
    const code = ['--input-type=module', '-e', CODE, JSON.stringify(environment), names];
    const [command = '', ...args] = [...within, process.execPath, ...code];
    const { stdout } = await run(command, args, { cwd: folder });
    return JSON.parse(stdout) as Record<string, string>;
  }

  it('gives processes that start together, and later ones, the same secrets', async () => {
    const together = await Promise.all([1, 2, 3, 4].map(() => secretsOf()));
    const later = await secretsOf();
    expect(new Set([...together, later].map((secrets) => JSON.stringify(secrets))).size).to.equal(1);
    expect(Object.keys(later).sort()).to.deep.equal(ALL.split(',').sort());
    expect(readdirSync(join(folder, '.data')), 'no draft stays').to.deep.equal(['development-secrets.json']);
    expect(statSync(join(folder, '.data', 'development-secrets.json')).mode & 0o777).to.equal(0o600);
  }).timeout(20_000);

  it('lets what is set win, and takes an empty variable for an unset one', async () => {
    const made = await secretsOf({ INDEX_KEY: '', JWT_SECRETS: 'given' });
    expect(made.JWT_SECRETS).to.equal('given');
    expect(made.INDEX_KEY).to.match(/^[A-Za-z0-9+/]{43}=$/);
  });

  it('works out what a file of an earlier release lacks, the same for every process', async () => {
    const { INDEX_KEY } = await secretsOf({}, 'INDEX_KEY');
    writeFileSync(join(folder, '.data', 'development-secrets.json'), JSON.stringify({ INDEX_KEY }));
    const [one, other] = await Promise.all([secretsOf(), secretsOf()]);
    expect(one).to.deep.equal(other);
    expect(one).to.include({ INDEX_KEY });
    expect(one.EVIDENCE_KEYS).to.match(/^dev:[A-Za-z0-9+/]{43}=$/);
  });

  it('makes nothing in production', async () => {
    expect(await secretsOf({ NODE_ENV: 'production', INDEX_KEY: 'given' })).to.deep.equal({
      INDEX_KEY: 'given',
    });
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  for (const [process, names] of Object.entries({
    API: ALL,
    worker: 'ENCRYPTION_KEYS,INDEX_KEY,EVIDENCE_KEYS',
  })) {
    it(`makes nothing when every secret of the ${process} is set`, async () => {
      const environment = Object.fromEntries(names.split(',').map((name) => [name, 'given']));
      expect(await secretsOf(environment, names)).to.deep.equal(environment);
      expect(readdirSync(folder)).to.deep.equal([]);
    });
  }

  it('reads those of an earlier start where nothing can be written any more', async () => {
    const made = await secretsOf();
    const file = join(folder, '.data', 'development-secrets.json');
    expect(await secretsOf({}, ALL, ON_A_FULL_DISK)).to.deep.equal(made);
    expect(readdirSync(join(folder, '.data'))).to.deep.equal(['development-secrets.json']);

    writeFileSync(file, '');
    const { message } = await secretsOf();
    expect(message).to.match(
      /secrets\.json cannot be read \(it is not JSON\): make it readable or restore it, or/,
    );
    expect(message).not.to.match(/secrets\.json.* set /);
  }).timeout(20_000);

  it('leaves no draft where nothing can be written', async () => {
    const { message } = await secretsOf({}, ALL, ON_A_FULL_DISK);
    expect(message).to.match(/cannot store the development secrets \(EFBIG\): set JWT_SECRETS, /);
    expect(readdirSync(join(folder, '.data'))).to.deep.equal([]);
  });

  it('says as a fault where it cannot keep them, and what to set instead', async () => {
    // A file in place of the folder stops even root.
    writeFileSync(join(folder, '.data'), '');
    const { name, message } = await secretsOf({ ENCRYPTION_KEYS: 'given' });
    expect(name).to.equal('ConfigError');
    expect(message).to.match(
      /development-secrets\.json cannot store the development secrets \(ENOTDIR\): set JWT_SECRETS, INDEX_KEY, EVIDENCE_KEYS, or/,
    );
  });
});
