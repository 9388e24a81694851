import { expect } from 'chai';
import { apiEnvironment, type Backing, workerEnvironment } from '../../../scripts/start/child-environment.js';

const BACKING: Backing = {
  databaseUrl: 'postgres://role@127.0.0.1:1/service',
  redisUrl: 'redis://127.0.0.1:1',
  providerUrl: 'http://127.0.0.1:1',
  providerApiKey: 'key-of-the-provider',
};

describe('the environment that npm start gives', () => {
  const before = process.env.HOST;
  afterEach(() => {
    if (before === undefined) delete process.env.HOST;
    else process.env.HOST = before;
  });

  it('lets API and worker listen on this machine alone, unless somebody says otherwise', () => {
    delete process.env.HOST;
    const hosts = () => [apiEnvironment(BACKING, 3000).HOST, workerEnvironment(BACKING, 3000).HOST];
    expect(hosts()).to.deep.equal(['127.0.0.1', '127.0.0.1']);
    process.env.HOST = '0.0.0.0';
    expect(hosts()).to.deep.equal(['0.0.0.0', '0.0.0.0']);
  });

  it('tells the key of the provider to the worker alone', () => {
    expect(JSON.stringify(workerEnvironment(BACKING, 3000))).to.include('key-of-the-provider');
    expect(JSON.stringify(apiEnvironment(BACKING, 3000))).not.to.include('key-of-the-provider');
  });
});
