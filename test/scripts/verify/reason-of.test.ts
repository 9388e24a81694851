import { expect } from 'chai';
import pg from 'pg';
import { reasonOf } from '../../../scripts/verify/reason-of.js';
import { sharedServers } from '../../support/shared-servers.js';

describe('what a command says when PostgreSQL cannot be used', () => {
  it('is what the driver says, and what to do about it', async () => {
    const client = new pg.Client({ connectionString: sharedServers().superuserUrl, ssl: true });
    const failure = await client.connect().catch((error: unknown) => error);
    expect(reasonOf(failure)).to.equal(
      'The server does not support SSL connections: the server does not offer the TLS that its address asks for: turn ssl on there',
    );
  });

  it('is the message of anything else', () => {
    expect(reasonOf(new Error('the ledger is gone'))).to.equal('the ledger is gone');
  });
});
