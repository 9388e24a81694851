import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { readApiConfig } from '../../../shared/config/api.js';
import { ConfigError, type Environment } from '../../../shared/config/environment.js';
import { readWorkerConfig } from '../../../shared/config/worker.js';

type Variables = Readonly<Record<string, string>>;

const [encryption, index, evidence, jwt] = [
  randomBytes(32),
  randomBytes(32),
  randomBytes(32),
  randomBytes(32),
];

const COMMON = {
  DATABASE_URL: 'postgres://app:password@127.0.0.1/service',
  REDIS_URL: 'redis://127.0.0.1',
  ENCRYPTION_KEYS: `k1:${encryption.toString('base64')}`,
  INDEX_KEY: index.toString('base64'),
  EVIDENCE_KEYS: `e1:${evidence.toString('base64')}`,
  METRICS_TOKEN: randomBytes(32).toString('hex'),
};
const API = { ...COMMON, JWT_SECRETS: `j1:${jwt.toString('base64')}` };
const WORKER = { ...COMMON, PROVIDER_URL: 'https://provider.example.test', PROVIDER_API_KEY: 'a key' };

function faultsOf(read: (environment: Environment) => unknown, environment: Environment): readonly string[] {
  try {
    read(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults;
  }
}

describe('a secret that is there twice', () => {
  const inApi: [string, Variables, string][] = [
    [
      'in two rings',
      { EVIDENCE_KEYS: `e1:${encryption.toString('base64')}` },
      'EVIDENCE_KEYS ENCRYPTION_KEYS',
    ],
    [
      'at the end of a ring',
      { JWT_SECRETS: `${API.JWT_SECRETS},j2:${evidence.toString('base64')}` },
      'JWT_SECRETS EVIDENCE_KEYS',
    ],
    ['as a single key', { INDEX_KEY: encryption.toString('base64') }, 'INDEX_KEY ENCRYPTION_KEYS'],
    ['as base64url', { JWT_SECRETS: `j1:${index.toString('base64url')}` }, 'JWT_SECRETS INDEX_KEY'],
    ['as a token', { METRICS_TOKEN: COMMON.INDEX_KEY }, 'METRICS_TOKEN INDEX_KEY'],
    ['in hex, as a token', { METRICS_TOKEN: index.toString('hex') }, 'METRICS_TOKEN INDEX_KEY'],
  ];
  const inWorker: [string, Variables, string][] = [
    ["as the provider's key", { PROVIDER_API_KEY: COMMON.METRICS_TOKEN }, 'PROVIDER_API_KEY METRICS_TOKEN'],
  ];

  for (const [read, base, cases] of [
    [readApiConfig, API, inApi],
    [readWorkerConfig, WORKER, inWorker],
  ] as const) {
    for (const [where, changed, names] of cases) {
      it(`${where} is refused by ${read.name} in production only, by the names of both variables`, () => {
        const [name, other] = names.split(' ');
        expect(faultsOf(read, { ...base, ...changed, NODE_ENV: 'production' })).to.deep.equal([
          `${name} has a secret in common with ${other}: give each its own, made with \`openssl rand -base64 32\` (docs/runbook.md, Key rotation)`,
        ]);
        expect(faultsOf(read, { ...base, ...changed })).to.deep.equal([]);
        expect(faultsOf(read, { ...base, NODE_ENV: 'production' })).to.deep.equal([]);
      });
    }
  }

  it('under two ids of one ring is refused in production only', () => {
    const twice = { ...API, JWT_SECRETS: `${API.JWT_SECRETS},j2:${jwt.toString('base64')}` };
    expect(faultsOf(readApiConfig, { ...twice, NODE_ENV: 'production' })).to.deep.equal([
      'JWT_SECRETS has the same secret twice: give each its own, made with `openssl rand -base64 32` (docs/runbook.md, Key rotation)',
    ]);
    expect(faultsOf(readApiConfig, twice)).to.deep.equal([]);
  });

  it('in every variable names each of them, and never quotes it', () => {
    const key = encryption.toString('base64');
    const all = { INDEX_KEY: key, EVIDENCE_KEYS: `e1:${key}`, JWT_SECRETS: `j1:${key}`, METRICS_TOKEN: key };
    const faults = faultsOf(readApiConfig, { ...API, ...all, NODE_ENV: 'production' });
    expect(faults.map((fault) => fault.split(' ')[0])).to.have.members(Object.keys(all));
    expect(faults.join()).not.to.include(key);
  });
});
