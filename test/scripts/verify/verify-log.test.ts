import { expect } from 'chai';
import { withClient } from '../../../harness/with-client.js';
import { verifyLog } from '../../../scripts/verify/verify-log.js';
import { sealLog } from '../../../worker/log/seal-log.js';
import { acceptAll } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { useDatabase } from '../../support/database/use-database.js';
import { testKeys } from '../../support/processes/keys.js';

describe('records that the log was made to leave out', () => {
  const database = useDatabase();

  it('are named, although every entry that is in it is right', async () => {
    const { db, url } = database;
    const { id: clientId } = await buildClient(db);
    const acceptTen = () =>
      acceptAll(
        db,
        Array.from({ length: 10 }, () => ({ clientId, creditsApproved: 5 })),
      );
    const seal = () => sealLog({ db, keys: testKeys.evidenceKeys, origin: 'example.test/log' });
    await acceptTen();
    await seal();
    await acceptTen();
    await withClient(superuserUrlOf(url), (client) =>
      client.query('UPDATE log_cursors SET consent_no = 15 WHERE client_id = $1', [clientId]),
    );
    await seal();
    expect((await verifyLog(db)).problems).to.deep.equal([`it leaves out consent 11 to 15 of ${clientId}`]);
  });
});
