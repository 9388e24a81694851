import { withClient } from '../../harness/with-client.js';
import { expectToOutlast } from '../support/database/unusable-database.js';
import { sharedServers } from '../support/shared-servers.js';

describe('while an administrator has closed the database to connections', function () {
  this.timeout(120_000);

  it('nothing is accepted, a paid answer waits, and everything goes on once it is open again', () =>
    expectToOutlast(({ url }, usable) => allowConnections(url, usable)));
});

/** Closes the database, as for maintenance, and ends the sessions that are open; or opens it again. */
function allowConnections(url: string, allowed: boolean): Promise<unknown> {
  const name = new URL(url).pathname.slice(1);
  return withClient(sharedServers().superuserUrl, async (superuser) => {
    await superuser.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${allowed}`);
    if (allowed) return;
    await superuser.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      name,
    ]);
  });
}
