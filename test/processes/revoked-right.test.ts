import { withClient } from '../../harness/with-client.js';
import { expectToOutlast } from '../support/database/unusable-database.js';

describe('while the role of the processes lacks a right', function () {
  this.timeout(120_000);

  it('nothing is accepted, a paid answer waits, and everything goes on when the right is back', () =>
    expectToOutlast(({ url, ownerUrl }, usable) =>
      // As the owner of the tables.
      withClient(ownerUrl, (owner) =>
        owner.query(
          `${usable ? 'GRANT' : 'REVOKE'} INSERT ON wallet_entries ${usable ? 'TO' : 'FROM'} ${new URL(url).username}`,
        ),
      ),
    ));
});
