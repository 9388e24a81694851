import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'chai';
import { NodeProcess } from '../../harness/node-process.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { waitFor } from '../../harness/wait-for.js';
import { readApiConfig } from '../../shared/config/api.js';
import { ConfigError } from '../../shared/config/environment.js';
import { readWorkerConfig } from '../../shared/config/worker.js';

const key = (byte: number): string =>
  Buffer.from(Array.from({ length: 32 }, (_item, index) => (byte * 7 + index * 73 + 131) % 256)).toString(
    'base64',
  );

/** What the API and the worker need in production; nothing listens at these addresses. */
const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://app:db-password-canary@127.0.0.1:1/service',
  REDIS_URL: 'redis://:redis-password-canary@127.0.0.1:1',
  ENCRYPTION_KEYS: `one:${key(1)}`,
  INDEX_KEY: key(2),
  EVIDENCE_KEYS: `one:${key(4)}`,
};
const API = { ...PRODUCTION, JWT_SECRETS: `one:${key(3)}` };
const WORKER = {
  ...PRODUCTION,
  PROVIDER_URL: 'https://provider.example.test',
  PROVIDER_API_KEY: 'provider-key-canary',
};

type Environment = Readonly<Record<string, string>>;

interface Row {
  process: 'api' | 'worker';
  when: string;
  environment: Environment;
  /** Exactly these variables are named. */
  faults: readonly string[];
}

function without(environment: Environment, ...names: string[]): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)));
}

const EXAMPLE = Buffer.from('change-me-change-me-change-me-32').toString('base64');

const PROCESSES: readonly Row[] = [
  {
    process: 'api',
    when: 'nothing is set in production',
    environment: { NODE_ENV: 'production' },
    faults: ['DATABASE_URL', 'REDIS_URL', 'ENCRYPTION_KEYS', 'INDEX_KEY', 'JWT_SECRETS'],
  },
  {
    process: 'worker',
    when: 'nothing is set in production',
    environment: { NODE_ENV: 'production' },
    faults: ['DATABASE_URL', 'REDIS_URL', 'ENCRYPTION_KEYS', 'INDEX_KEY', 'PROVIDER_URL', 'PROVIDER_API_KEY'],
  },
  {
    process: 'api',
    when: 'nothing is set in development',
    environment: {},
    faults: ['DATABASE_URL', 'REDIS_URL'],
  },

  ...(['api', 'worker'] as const).map(
    (process): Row => ({
      process,
      when: 'NODE_ENV is misspelt',
      environment: { ...(process === 'api' ? API : WORKER), NODE_ENV: 'Production' },
      faults: ['NODE_ENV'],
    }),
  ),
  {
    process: 'api',
    when: 'everything is wrong at once',
    environment: {
      ...API,
      DATABASE_URL: 'mysql://user:db-password-canary@host/db',
      REDIS_URL: 'nowhere-canary',
      PORT: 'canary',
      SYNC_WAIT_MS: '-1',
      CLIENT_REQUESTS_PER_MINUTE: '1e3',
      LOG_LEVEL: 'canary',
      METRICS_PORT: '65536',
      TRUST_PROXY: 'true',
      PUBLIC_URL: 'ftp://canary',
    },
    faults: [
      'DATABASE_URL',
      'REDIS_URL',
      'PORT',
      'SYNC_WAIT_MS',
      'CLIENT_REQUESTS_PER_MINUTE',
      'LOG_LEVEL',
      'METRICS_PORT',
      'TRUST_PROXY',
      'PUBLIC_URL',
    ],
  },
];

/** The other cases, judged by the same functions without a process each. */
const MATRIX: readonly Row[] = [
  {
    process: 'worker',
    when: 'limits are out of range',
    environment: {
      ...WORKER,
      PROVIDER_TIMEOUT_MS: '1',
      WORKER_CONCURRENCY: '0',
      ERASURE_GRACE_HOURS: '-1',
      PROVIDER_API_KEY_HEADER: 'a b',
    },
    faults: ['PROVIDER_TIMEOUT_MS', 'WORKER_CONCURRENCY', 'ERASURE_GRACE_HOURS', 'PROVIDER_API_KEY_HEADER'],
  },
  {
    process: 'api',
    when: 'secrets are examples, short or no base64',
    environment: {
      ...API,
      JWT_SECRETS: `one:${EXAMPLE}`,
      ENCRYPTION_KEYS: `one:${Buffer.alloc(16, 9).toString('base64')}`,
      INDEX_KEY: 'secret value canary',
      EVIDENCE_KEYS: 'one:c2hvcnQ=',
    },
    faults: ['ENCRYPTION_KEYS', 'INDEX_KEY', 'EVIDENCE_KEYS', 'JWT_SECRETS'],
  },
  {
    process: 'worker',
    when: 'the provider would get identity numbers in clear, or is the sandbox',
    environment: { ...WORKER, PROVIDER_URL: 'http://provider.example.test', PROVIDER_API_KEY: 'sandbox-key' },
    faults: ['PROVIDER_URL', 'PROVIDER_API_KEY'],
  },
  ...['Idempotency-Key', 'x-client-reference', 'Content-Length', 'host'].map(
    (name): Row => ({
      process: 'worker',
      when: `the provider's key would take the place of ${name}`,
      environment: { ...WORKER, PROVIDER_API_KEY_HEADER: name },
      faults: ['PROVIDER_API_KEY_HEADER'],
    }),
  ),
  ...(['DATABASE_URL', 'REDIS_URL', 'ENCRYPTION_KEYS', 'INDEX_KEY', 'JWT_SECRETS'] as const).map(
    (name): Row => ({
      process: 'api',
      when: `${name} is missing`,
      environment: without(API, name),
      faults: [name],
    }),
  ),
  ...(['PROVIDER_URL', 'PROVIDER_API_KEY'] as const).map(
    (name): Row => ({
      process: 'worker',
      when: `${name} is missing`,
      environment: without(WORKER, name),
      faults: [name],
    }),
  ),
];

describe('a process whose configuration is wrong', function () {
  this.timeout(30_000);

  let folder: string;
  before(() => {
    folder = temporaryFolder();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** In an empty folder, where development secrets may be made without touching those of the project. */
  function start(name: Row['process'], environment: Environment) {
    return spawnSync(process.execPath, [resolve(`dist/programs/${name}/main.js`)], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', ...environment },
      encoding: 'utf8',
      timeout: 20_000,
    });
  }

  for (const { process: name, when, environment, faults } of PROCESSES) {
    it(`${name}: ${when}: names ${faults.length} faults and no value, and ends with 1`, () => {
      const { status, stdout, stderr } = start(name, environment);
      expect(status, stderr).to.equal(1);
      expect(stdout).to.equal('');
      expectFaults(stderr, environment, faults);
    });
  }

  for (const { process: name, when, environment, faults } of MATRIX) {
    it(`${name}: ${when}: names it and no value`, () => {
      const read = { api: readApiConfig, worker: readWorkerConfig }[name];
      expect(() => read(environment))
        .to.throw(ConfigError)
        .with.property('message')
        .that.satisfies((text: string) => {
          expectFaults(text, environment, faults);
          return true;
        });
    });
  }

  for (const [name, environment] of [
    ['api', API],
    ['worker', WORKER],
  ] as const) {
    it(`${name}: says what it waits for, without the password, when only the servers are away`, async () => {
      const child = new NodeProcess({
        ...{ name, script: `${name}/main.js` },
        environment: { ...environment, PORT: '0' },
      });
      try {
        await waitFor(() => child.output().includes('PostgreSQL is away: waiting for it'), {
          describe: 'the line of the log',
          timeoutMs: 60_000,
        });
        expect(child.output()).to.include('ECONNREFUSED').and.not.to.include('canary');
      } finally {
        child.signal('SIGKILL');
        await child.exited;
      }
    });
  }
});

describe('a process that is given a flag', function () {
  this.timeout(60_000);

  const README = 'README.md';
  for (const [program, document] of [
    ['api/main', README],
    ['worker/main', README],
    ['sandbox/main', README],
    ['scripts/verify-evidence', README],
    ['scripts/witness', 'docs/evidence.md'],
  ]) {
    it(`${program}: refuses it instead of ignoring it`, () => {
      const script = resolve(`dist/programs/${program}.js`);
      const { status, stderr } = spawnSync(process.execPath, [script, '--port', '80'], { encoding: 'utf8' });
      expect(stderr).to.equal(
        `"--port" is not understood: this program takes no arguments. Set environment variables, which ${document} lists.\n`,
      );
      expect(status).to.equal(2);
    });
  }
});

function expectFaults(text: string, environment: Environment, faults: readonly string[]): void {
  const named = [...text.matchAll(/^ {2}- ([A-Z_]+) /gm)].map(([, variable]) => variable);
  expect(named).to.have.members(faults);
  for (const value of Object.values(environment)) {
    if (value.length > 10) expect(text).not.to.include(value.replace(/^one:/, ''));
  }
  expect(text).not.to.match(/canary| at .*:\d+:\d+/);
}
