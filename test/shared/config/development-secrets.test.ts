import { execFile } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { temporaryFolder } from '../../support/temporary-folder.js';

const run = promisify(execFile);
const MODULE = new URL('../../../shared/config/development-secrets.ts', import.meta.url).href;
// The processes run in folders of their own, from which it would not be found by its name.
const TSX = createRequire(import.meta.url).resolve('tsx');
const CODE = `
  import { withDevelopmentSecrets } from '${MODULE}';
  process.stdout.write(JSON.stringify(withDevelopmentSecrets(JSON.parse(process.argv[1]))));`;

describe('withDevelopmentSecrets', () => {
  let folder: string;

  beforeEach(() => {
    folder = temporaryFolder();
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** What a process of its own, started in the folder, makes of this environment. */
  async function secretsOf(environment: Record<string, string> = {}): Promise<Record<string, string>> {
    const { stdout } = await run(
      process.execPath,
      ['--import', TSX, '--input-type=module', '-e', CODE, JSON.stringify(environment)],
      { cwd: folder },
    );
    return JSON.parse(stdout) as Record<string, string>;
  }

  it('gives processes that start together, and later ones, the same secrets', async () => {
    const together = await Promise.all([1, 2, 3, 4].map(() => secretsOf()));
    const later = await secretsOf();
    expect(new Set([...together, later].map((secrets) => JSON.stringify(secrets))).size).to.equal(1);
    expect(Object.keys(later).sort()).to.deep.equal(['ENCRYPTION_KEYS', 'INDEX_KEY', 'JWT_SECRETS']);
    expect(readdirSync(join(folder, '.data')), 'no draft stays').to.deep.equal(['development-secrets.json']);
    expect(statSync(join(folder, '.data', 'development-secrets.json')).mode & 0o777).to.equal(0o600);
  }).timeout(20_000);

  it('lets what is set win, and takes an empty variable for an unset one', async () => {
    const made = await secretsOf({ INDEX_KEY: '', JWT_SECRETS: 'given' });
    expect(made.JWT_SECRETS).to.equal('given');
    expect(made.INDEX_KEY).to.match(/^[A-Za-z0-9+/]{43}=$/);
  });

  for (const [what, environment] of Object.entries({
    'in production': { NODE_ENV: 'production' },
    'when everything is set': { JWT_SECRETS: 'a', ENCRYPTION_KEYS: 'b', INDEX_KEY: 'c' },
  })) {
    it(`makes nothing ${what}`, async () => {
      expect(await secretsOf(environment)).to.deep.equal(environment);
      expect(readdirSync(folder)).to.deep.equal([]);
    });
  }
});
