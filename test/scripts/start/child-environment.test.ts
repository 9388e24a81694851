import { expect } from 'chai';
import { apiEnvironment, type Backing, workerEnvironment } from '../../../scripts/start/child-environment.js';
import { readApiConfig } from '../../../shared/config/api.js';
import { ConfigError, type Environment } from '../../../shared/config/environment.js';
import { readWorkerConfig } from '../../../shared/config/worker.js';
import { useEnvironment } from '../../support/processes/use-environment.js';

const BACKING: Backing = {
  databaseUrl: 'postgres://role@127.0.0.1:1/service',
  redisUrl: 'redis://127.0.0.1:1',
  providerUrl: 'http://127.0.0.1:1',
  providerApiKey: 'key-of-the-provider',
};

/** Every variable that a process asks for, traces and all. */
function namesOf(read: (environment: Environment) => unknown): string[] {
  const asked = new Set<string>();
  const given: Environment = { NODE_ENV: 'production', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
  const recording = new Proxy(given, {
    get: (target, name: string) => {
      asked.add(name);
      return target[name];
    },
  });
  expect(() => read(recording)).to.throw(ConfigError);
  return [...asked];
}

describe('the environment that npm start gives', () => {
  useEnvironment();

  it('lets API and worker listen on this machine alone, unless somebody says otherwise', () => {
    delete process.env.HOST;
    const hosts = () => [apiEnvironment(BACKING, 3000).HOST, workerEnvironment(BACKING, 3000).HOST];
    expect(hosts()).to.deep.equal(['127.0.0.1', '127.0.0.1']);
    process.env.HOST = '0.0.0.0';
    expect(hosts()).to.deep.equal(['0.0.0.0', '0.0.0.0']);
  });

  it('gives the worker a port of its own for metrics', () => {
    process.env.METRICS_PORT = '9000';
    expect(apiEnvironment(BACKING, 3000).METRICS_PORT).to.equal('9000');
    expect(workerEnvironment(BACKING, 3000, 9001).METRICS_PORT).to.equal('9001');
  });

  it('tells the key of the provider to the worker alone', () => {
    expect(JSON.stringify(workerEnvironment(BACKING, 3000))).to.include('key-of-the-provider');
    expect(JSON.stringify(apiEnvironment(BACKING, 3000))).not.to.include('key-of-the-provider');
  });

  for (const [name, read, make] of [
    ['the API', readApiConfig, apiEnvironment],
    ['the worker', readWorkerConfig, workerEnvironment],
  ] as const)
    it(`has whatever ${name} reads`, () => {
      const names = namesOf(read);
      for (const variable of names) process.env[variable] = '1';
      // The launcher reads these addresses itself.
      const own = /^(DATABASE_URL|REDIS_URL|PROVIDER_URL|PROVIDER_API_KEY)_FILE$/;
      const given = make(BACKING, 3000);
      expect(names.filter((variable) => !(variable in given) && !own.test(variable))).to.deep.equal([]);
    });

  it('has no CA for servers of its own', () => {
    for (const name of ['DATABASE_CA_FILE', 'REDIS_CA_FILE']) process.env[name] = 'ca.pem';
    for (const name of ['DATABASE_URL', 'REDIS_URL']) delete process.env[name];
    expect(apiEnvironment(BACKING, 3000)).not.to.have.any.keys('DATABASE_CA_FILE', 'REDIS_CA_FILE');
    process.env.DATABASE_URL_FILE = 'database-url';
    expect(apiEnvironment(BACKING, 3000)).to.include.keys('DATABASE_CA_FILE');
  });
});
