import { expect } from 'chai';
import { apiAddress, shownApiAddress } from '../../../scripts/start/api-address.js';
import { useEnvironment } from '../../support/processes/use-environment.js';

describe('the address of the API that npm start has started', () => {
  useEnvironment();

  for (const [host, asked, shown] of [
    ['', 'http://127.0.0.1:3000', 'http://localhost:3000'],
    ['localhost', 'http://localhost:3000', 'http://localhost:3000'],
    ['0.0.0.0', 'http://127.0.0.1:3000', 'http://localhost:3000'],
    ['::', 'http://[::1]:3000', 'http://localhost:3000'],
    ['::1', 'http://[::1]:3000', 'http://localhost:3000'],
    ['192.0.2.7', 'http://192.0.2.7:3000', 'http://192.0.2.7:3000'],
    ['2001:db8::7', 'http://[2001:db8::7]:3000', 'http://[2001:db8::7]:3000'],
  ] as const)
    it(`follows HOST=${host}`, () => {
      process.env.HOST = host;
      expect([apiAddress(3000), shownApiAddress(3000)]).to.deep.equal([asked, shown]);
    });
});
