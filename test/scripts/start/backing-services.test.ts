import { expect } from 'chai';
import { provideDatabase } from '../../../scripts/start/backing-services.js';
import { readConfiguration } from '../../../scripts/start/configuration.js';
import { StopInOrder } from '../../../scripts/start/stop-in-order.js';
import { SECRETS } from '../../support/processes/keys.js';
import { useEnvironment } from '../../support/processes/use-environment.js';

describe('provideDatabase', () => {
  useEnvironment(SECRETS);

  const servers: [string, Record<string, string>][] = [
    ['DATABASE_URL', { DATABASE_URL: 'postgres://a:canary@127.0.0.1:1/x' }],
    [
      'MIGRATION_DATABASE_URL',
      {
        DATABASE_URL: 'postgres://a:canary@127.0.0.1:2/x',
        MIGRATION_DATABASE_URL: 'postgres://b:canary@127.0.0.1:1/x',
      },
    ],
  ];
  for (const [variable, environment] of servers)
    it(`says what to do when nothing listens at ${variable}`, async () => {
      Object.assign(process.env, environment);
      const provided = provideDatabase(readConfiguration(), new StopInOrder());
      expect(await provided.catch((error: Error) => error.message)).to.equal(
        `The database of ${variable} cannot be reached: nothing listens there (ECONNREFUSED). Start its server or correct the address; without DATABASE_URL, npm start brings its own PostgreSQL.`,
      );
    });
});
