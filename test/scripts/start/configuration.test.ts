import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { readConfiguration } from '../../../scripts/start/configuration.js';
import { ConfigError } from '../../../shared/config/environment.js';
import { SECRETS } from '../../support/processes/keys.js';
import { useEnvironment } from '../../support/processes/use-environment.js';

/** The faults of npm start with these variables, beside secrets that are fine. */
function faultsWith(environment: Record<string, string>): readonly string[] {
  Object.assign(process.env, environment);
  try {
    readConfiguration();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

const variableOf = (fault: string): string => fault.replace(/ .*/s, '');

describe('readConfiguration', () => {
  useEnvironment(SECRETS);

  it('needs nothing', () => {
    expect(faultsWith({ PORT: ' ', METRICS_PORT: '', DATABASE_URL: '' })).to.deep.equal([]);
    expect(Object.values(readConfiguration())).to.deep.equal(Array(6).fill(undefined));
  });

  it('takes an address from a file', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'url');
    writeFileSync(file, 'postgres://a@127.0.0.1:1/x\n');
    process.env.DATABASE_URL_FILE = file;
    expect(readConfiguration().databaseUrl).to.equal('postgres://a@127.0.0.1:1/x');
    rmSync(folder, { recursive: true });
  });

  it('finds the faults of launcher, API and worker at once, and each only once', () => {
    const wrong = {
      PORT: 'abc',
      LOG_LEVEL: 'loud',
      METRICS_PORT: '65536',
      SYNC_WAIT_MS: 'abc',
      WORKER_CONCURRENCY: 'abc',
      JWT_SECRETS: 'x',
      ENCRYPTION_KEYS: 'y',
      REDIS_URL: 'z',
      PROVIDER_URL: 'provider',
    };
    expect(faultsWith(wrong).map(variableOf)).to.have.members(Object.keys(wrong));
  });

  const addresses: [Record<string, string>, string[]][] = [
    [{ DATABASE_URL: 'foo' }, ['DATABASE_URL']],
    [{ DATABASE_URL: 'postgres://127.0.0.1:bad/x' }, ['DATABASE_URL']],
    [
      { DATABASE_URL: 'mysql://x/y', MIGRATION_DATABASE_URL: 'zzz' },
      ['DATABASE_URL', 'MIGRATION_DATABASE_URL'],
    ],
    [{ DATABASE_URL_FILE: '/nowhere/url' }, ['DATABASE_URL_FILE']],
  ];
  for (const [environment, names] of addresses)
    it(`names ${names.join(' and ')} of ${Object.values(environment).join(', ')}`, () => {
      expect(faultsWith(environment).map(variableOf)).to.deep.equal(names);
    });

  for (const port of ['0', '65536', 'http', '30.5', '-1'])
    it(`refuses "${port}" as PORT, and blames no other port for it`, () => {
      const faults = faultsWith({ PORT: port, METRICS_PORT: '3000' });
      expect(faults).to.deep.equal(['PORT must be a whole number from 1 to 65535']);
    });

  it('refuses the port of the API for its metrics', () => {
    expect(faultsWith({ METRICS_PORT: '3000' }).map(variableOf)).to.deep.equal(['METRICS_PORT']);
  });

  it('ignores the key of a provider that is not used', () => {
    expect(faultsWith({ PROVIDER_API_KEY: 'no\theader' })).to.deep.equal([]);
    expect(faultsWith({ PROVIDER_URL: 'http://127.0.0.1:1' }).map(variableOf)).to.deep.equal([
      'PROVIDER_API_KEY',
    ]);
  });
});
