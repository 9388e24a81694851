import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { selfSignedCertificate } from '../../../harness/self-signed-certificate.js';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { readApiConfig } from '../../../shared/config/api.js';
import { ConfigError, type Environment } from '../../../shared/config/environment.js';
import { readMigrationConfig } from '../../../shared/config/migration.js';
import { readWorkerConfig } from '../../../shared/config/worker.js';

// Random bytes made for these tests, and used nowhere else.
const SECRETS = [
  'fWmX0vJ9o2bq7ZrC1LhT5nYkE8uGdR3sA6iQwPzVx4M=',
  'K7tB2xWq9cNfL0mVgY4hRzD6pJ1sUeA3oX8vIbTkC5Q=',
  'Zr5Yp1Kd8HwG3nTqL6vXc0JfB9mSaE2uR7iOxWgNb4U=',
  'dC3vQ0pXz8LwYhK5sNbG1jR7tUeMfA9iO4qVx2ZkJ6E=',
  'mB6nT1yWqH8rKcF0xLgV5zD3pJ7sUeA9oX2vIbTkC4Q=',
] as const;

const COMMON = {
  DATABASE_URL: 'postgres://app:password@db.example.test/service?sslmode=verify-full',
  REDIS_URL: 'rediss://:password@redis.example.test',
  ENCRYPTION_KEYS: `k1:${SECRETS[0]}`,
  INDEX_KEY: SECRETS[1],
  EVIDENCE_KEYS: `e1:${SECRETS[2]}`,
};
const API = { ...COMMON, JWT_SECRETS: `j1:${SECRETS[3]},j2:${SECRETS[4]}` };
const WORKER = { ...COMMON, PROVIDER_URL: 'https://provider.example.test', PROVIDER_API_KEY: 'a key' };

/** The names of the variables that are at fault; empty when the configuration is usable. */
function faultsOf(read: (environment: Environment) => unknown, environment: Environment): string[] {
  try {
    read(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults.map((fault) => fault.split(' ')[0] ?? '');
  }
}

describe('the configuration of the API', () => {
  it('has the defaults of the contract', () => {
    const config = readApiConfig(API);
    expect(config).to.include({
      production: false,
      port: 3000,
      syncWaitMs: 10_000,
      clientRequestsPerMinute: 3_000,
      logLevel: 'info',
      metricsPort: undefined,
      metricsToken: undefined,
      trustProxy: false,
      publicUrl: undefined,
      supportContact: undefined,
      twoPeople: false,
      approvalCredits: 10_000,
    });
    expect(config.jwtSecrets.current.id).to.equal('j1');
    expect(config.jwtSecrets.find('j2')).to.not.equal(undefined);
  });

  it('takes an empty variable for an unset one', () => {
    expect(readApiConfig({ ...API, PORT: '', PUBLIC_URL: ' ' })).to.include({
      port: 3000,
      publicUrl: undefined,
    });
  });

  for (const [given, shown] of [
    ['https://portal.example.test', 'https://portal.example.test'],
    ['https://portal.example.test/checks/', 'https://portal.example.test/checks/'],
    // A header such as `Link` takes no other characters.
    ['https://prüfung.example.test/a b', 'https://xn--prfung-4ya.example.test/a%20b'],
    ['https:portal.example.test', 'https://portal.example.test'],
  ] as const)
    it(`shows the public address ${given} as ${shown}`, () => {
      expect(readApiConfig({ ...API, PUBLIC_URL: given }).publicUrl).to.equal(shown);
    });

  it('needs nothing of the worker, and the other way round', () => {
    const production = { NODE_ENV: 'production' };
    expect(faultsOf(readApiConfig, { ...production, ...API, PROVIDER_URL: 'nonsense' })).to.deep.equal([]);
    expect(faultsOf(readWorkerConfig, { ...production, ...WORKER, JWT_SECRETS: 'nonsense' })).to.deep.equal(
      [],
    );
  });

  it('lacks in production everything that is a secret or a server, and says so at once', () => {
    expect(faultsOf(readApiConfig, { NODE_ENV: 'production' })).to.deep.equal([
      'DATABASE_URL',
      'REDIS_URL',
      'ENCRYPTION_KEYS',
      'INDEX_KEY',
      'JWT_SECRETS',
    ]);
  });

  it('does not start in production where Node.js is told to verify no certificate', () => {
    const careless = { ...API, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    expect(faultsOf(readApiConfig, careless)).to.deep.equal([]);
    expect(faultsOf(readApiConfig, { ...careless, NODE_ENV: 'production' })).to.deep.equal([
      'NODE_TLS_REJECT_UNAUTHORIZED',
    ]);
  });

  it('does not start in production without the CAs that Node.js was told to trust, which would go on without them', () => {
    const file = join(temporaryFolder(), 'extra.pem');
    const given = { NODE_EXTRA_CA_CERTS: file };
    expect(faultsOf(readApiConfig, { ...API, ...given }), 'in development').to.deep.equal([]);
    const inProduction = { ...given, NODE_ENV: 'production' };
    const faults = () => [
      ...faultsOf(readApiConfig, { ...API, ...inProduction }),
      ...faultsOf(readWorkerConfig, { ...WORKER, ...inProduction }),
    ];
    expect(faults(), 'missing').to.deep.equal(['NODE_EXTRA_CA_CERTS', 'NODE_EXTRA_CA_CERTS']);
    writeFileSync(file, 'no certificate');
    expect(faults(), 'something else').to.deep.equal(['NODE_EXTRA_CA_CERTS', 'NODE_EXTRA_CA_CERTS']);
    const { cert } = selfSignedCertificate(['provider.example.test']);
    const unusable = {
      damaged: '-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n',
      half: cert.slice(0, cert.length / 2),
      indented: cert.replaceAll(/^/gm, '  '),
      trusted: cert.replaceAll('CERTIFICATE', 'TRUSTED CERTIFICATE'),
      'one of two': `${cert}\n-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n`,
    };
    for (const [name, text] of Object.entries(unusable)) {
      writeFileSync(file, text);
      expect(faults(), name).to.deep.equal(['NODE_EXTRA_CA_CERTS', 'NODE_EXTRA_CA_CERTS']);
    }
    writeFileSync(file, `# a CA\r\n${cert.replaceAll('\n', '\r\n')}`);
    expect(faults()).to.deep.equal([]);
  });

  it('says which key of several is wrong, and how', () => {
    const wrong = `plain,j2:AAAA,j3:${SECRETS[3]},j3:${SECRETS[4]}`;
    expect(() => readApiConfig({ ...API, JWT_SECRETS: wrong }))
      .to.throw()
      .with.property('message')
      .that.matches(
        /key 1 is not of the form kid:base64.*\n.*key 2 is not base64.*\n.*key 4 has the id of an earlier one/,
      );
  });

  it('derives the key of the evidence from INDEX_KEY, the same in each process, unless it has its own', () => {
    const { EVIDENCE_KEYS: _own, ...before } = { ...API, NODE_ENV: 'production' };
    const [one, other] = [before, before].map((environment) => readApiConfig(environment).evidenceKeys);
    expect(one?.publicJwks()).to.deep.equal(other?.publicJwks()).and.to.have.length(1);
    expect(one?.current.id).to.equal('derived');
    expect(
      readApiConfig({ ...API, NODE_ENV: 'production' }).evidenceKeys.all.map(({ id }) => id),
    ).to.deep.equal(['e1']);
  });

  it('has no server by default either when an address leaves it out', () => {
    const withoutServers = { ...API, DATABASE_URL: 'postgres:///x', REDIS_URL: 'redis://' };
    expect(faultsOf(readApiConfig, withoutServers)).to.deep.equal([]);
    expect(faultsOf(readApiConfig, { ...withoutServers, NODE_ENV: 'production' })).to.deep.equal([
      'DATABASE_URL',
      'REDIS_URL',
    ]);
    const atSocket = { ...API, NODE_ENV: 'production', DATABASE_URL: 'postgres:///x?host=/run/postgresql' };
    expect(faultsOf(readApiConfig, atSocket)).to.deep.equal([]);
  });

  const unusable: [string, Record<string, string>][] = [
    ['a port that is a word', { PORT: 'http' }],
    ['a port beyond the last', { PORT: '65536' }],
    ['a port of metrics that is the port of the API', { METRICS_PORT: '3000' }],
    ['a negative wait', { SYNC_WAIT_MS: '-1' }],
    ['a wait beyond the cap', { SYNC_WAIT_MS: '30001' }],
    ['a limit of nothing', { CLIENT_REQUESTS_PER_MINUTE: '0' }],
    ['a number with a unit', { CLIENT_REQUESTS_PER_MINUTE: '10k' }],
    ['an unknown log level', { LOG_LEVEL: 'loud' }],
    ['a database of another kind', { DATABASE_URL: 'mysql://db.example.test/x' }],
    ['a Redis address without a scheme', { REDIS_URL: 'redis.example.test:6379' }],
    ['a public address that is none', { PUBLIC_URL: 'portal.example.test' }],
    ['a public address with credentials', { PUBLIC_URL: 'https://user:canary@portal.example.test' }],
    ['a public address with a query', { PUBLIC_URL: 'https://portal.example.test/?' }],
    ['a public address with a fragment', { PUBLIC_URL: 'https://portal.example.test/#top' }],
    ['a support contact that nobody can write to', { SUPPORT_CONTACT: 'the help desk' }],
    [
      'an address in the form of a link, to which a second mailto: would be added',
      { SUPPORT_CONTACT: 'mailto:help@x.test' },
    ],
    ['trust in everybody', { TRUST_PROXY: 'true' }],
    ['trust in no number', { TRUST_PROXY: '0' }],
    ['trust in half an address', { TRUST_PROXY: '10.0.0' }],
    ['trust in an address that cannot be', { TRUST_PROXY: '192.0.2.1, 10.0.0.256' }],
    ['trust in a network that cannot be', { TRUST_PROXY: '10.0.0.0/33' }],
    ['a signing key without an id', { JWT_SECRETS: SECRETS[0] }],
    ['a signing key that is short', { JWT_SECRETS: 'j1:c2hvcnQ=' }],
    ['a signing key that is no base64', { JWT_SECRETS: `j1:${'!'.repeat(44)}` }],
    ['two signing keys of one id', { JWT_SECRETS: `j1:${SECRETS[0]},j1:${SECRETS[1]}` }],
    ['an encryption key that is long', { ENCRYPTION_KEYS: `k1:${SECRETS[0].slice(0, 43)}AAAA` }],
    ['an index key that is short', { INDEX_KEY: 'c2hvcnQ=' }],
  ];
  for (const [what, environment] of unusable) {
    it(`refuses ${what}, by its name and not by its value`, () => {
      const [[name = '', value = '']] = Object.entries(environment) as [[string, string]];
      expect(faultsOf(readApiConfig, { ...API, ...environment })).to.deep.equal([name]);
      try {
        readApiConfig({ ...API, ...environment });
        expect.fail('it was usable');
      } catch (error) {
        const isTooPlain = value.length < 4;
        if (!isTooPlain) expect(String(error)).not.to.include(value);
      }
    });
  }

  const proxies: [string, false | number | string][] = [
    ['off', false],
    ['2', 2],
    ['loopback', 'loopback'],
    ['10.0.0.0/8, 192.0.2.1', '10.0.0.0/8,192.0.2.1'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['192.0.2.1/32,::1/128,uniquelocal', '192.0.2.1/32,::1/128,uniquelocal'],
  ];
  for (const [value, trustProxy] of proxies) {
    it(`takes TRUST_PROXY=${value}`, () => {
      expect(readApiConfig({ ...API, TRUST_PROXY: value }).trustProxy).to.equal(trustProxy);
    });
  }

  const invented: [string, string][] = [
    ['one repeated byte', Buffer.alloc(32, 7).toString('base64')],
    ['typed letters', Buffer.from('change-me-change-me-change-me-32').toString('base64')],
    ['a few repeated bytes', Buffer.from('abcdefghabcdefghabcdefghabcdefgh').toString('base64')],
  ];
  for (const [what, secret] of invented) {
    it(`refuses a secret of ${what} in production only`, () => {
      const environment = { ...API, INDEX_KEY: secret };
      expect(faultsOf(readApiConfig, environment)).to.deep.equal([]);
      expect(faultsOf(readApiConfig, { ...environment, NODE_ENV: 'production' })).to.deep.equal([
        'INDEX_KEY',
      ]);
    });
  }
});

describe('the configuration of the worker', () => {
  it('falls back to the sandbox outside production only', () => {
    expect(readWorkerConfig(COMMON).providerUrl).to.match(/^http:\/\/127\.0\.0\.1:/);
    expect(faultsOf(readWorkerConfig, { ...COMMON, NODE_ENV: 'production' })).to.deep.equal([
      'PROVIDER_URL',
      'PROVIDER_API_KEY',
    ]);
  });

  const addresses: [string, string[]][] = [
    ['https://provider.example.test', []],
    ['http://127.0.0.1:4010', []],
    ['http://[::1]:4010', []],
    ['http://localhost', []],
    ['http://provider.example.test', ['PROVIDER_URL']],
    ['http://127.0.0.1.example.test', ['PROVIDER_URL']],
  ];
  for (const [url, faults] of addresses) {
    it(`${faults.length === 0 ? 'takes' : 'refuses'} PROVIDER_URL=${url} in production`, () => {
      const environment = { ...WORKER, NODE_ENV: 'production', PROVIDER_URL: url };
      expect(faultsOf(readWorkerConfig, environment)).to.deep.equal(faults);
    });
  }

  const unusable: [string, Record<string, string>][] = [
    ['an address with a user', { PROVIDER_URL: 'https://canary@provider.example.test' }],
    ['an address with a password', { PROVIDER_URL: 'https://:canary@provider.example.test' }],
    ['an address with a query', { PROVIDER_URL: 'https://provider.example.test/?canary' }],
    ['an address with a fragment', { PROVIDER_URL: 'https://provider.example.test/#canary' }],
    ['a key of two lines', { PROVIDER_API_KEY: 'canary\nX-Other: 1' }],
    ['a key that is not ASCII', { PROVIDER_API_KEY: 'canary-\u00e9' }],
    ['two of them at once', { PROVIDER_URL: 'https://a@b.example.test?canary', PROVIDER_API_KEY: '\u2013' }],
  ];
  for (const [what, environment] of unusable) {
    it(`refuses ${what}, by its name and not by its value`, () => {
      const read = () => readWorkerConfig({ ...WORKER, ...environment });
      expect(faultsOf(read, {})).to.deep.equal(Object.keys(environment));
      expect(read).to.throw(ConfigError).with.property('message').that.does.not.include('canary');
    });
  }
});

describe('the configuration of the migrations', () => {
  it('migrates as the role of DATABASE_URL unless another is given', () => {
    const { DATABASE_URL } = COMMON;
    expect(readMigrationConfig({ DATABASE_URL })).to.deep.equal({
      appUrl: DATABASE_URL,
      ownerUrl: DATABASE_URL,
    });
    const ownerUrl = 'postgres://owner@db.example.test/service';
    expect(readMigrationConfig({ DATABASE_URL, MIGRATION_DATABASE_URL: ownerUrl }).ownerUrl).to.equal(
      ownerUrl,
    );
  });

  it('needs a database', () => {
    expect(faultsOf(readMigrationConfig, {})).to.deep.equal(['DATABASE_URL']);
  });

  it('knows which role is to be granted the rights of the processes, or says that it does not', () => {
    const MIGRATION_DATABASE_URL = 'postgres://owner@db.example.test/service';
    const grantedBy = (DATABASE_URL: string) =>
      new URL(readMigrationConfig({ DATABASE_URL, MIGRATION_DATABASE_URL }).appUrl).username;
    expect(grantedBy('postgres://db.example.test/service?user=app')).to.equal('app');
    expect(grantedBy('postgres:///service?host=/run/postgresql&user=app')).to.equal('app');
    expect(() => grantedBy('postgres:///service?host=/run/postgresql')).to.throw(
      ConfigError,
      /DATABASE_URL must name its user/,
    );
  });

  it('refuses to migrate through a pool that shares sessions, where its lock would protect nothing', () => {
    const DATABASE_URL = `${COMMON.DATABASE_URL}&pgbouncer=true`;
    expect(faultsOf(readMigrationConfig, { DATABASE_URL })).to.deep.equal(['MIGRATION_DATABASE_URL']);
    const MIGRATION_DATABASE_URL = COMMON.DATABASE_URL;
    expect(faultsOf(readMigrationConfig, { DATABASE_URL, MIGRATION_DATABASE_URL })).to.deep.equal([]);
  });
});
