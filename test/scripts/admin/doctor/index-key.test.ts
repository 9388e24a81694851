import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { openDatabase } from '../../../../shared/db/database.js';
import { buildClient } from '../../../support/database/factories.js';
import { useRealNetwork } from '../../../support/network/real-network.js';
import { buildFullVerification } from '../../../support/personal-data/personal-data.js';
import { testKeys } from '../../../support/processes/keys.js';
import { TEST_ENCRYPTION_KEYS } from '../../../support/processes/run-admin.js';
import { LONG_MS, useDoctor } from './use-doctor.js';

describe('npm run admin -- doctor, of INDEX_KEY', function () {
  this.timeout(LONG_MS);

  const doctor = useDoctor();
  useRealNetwork();

  const INDEX_KEY = testKeys.indexKey.export().toString('base64');
  const foundWith = async (changed: Record<string, string>): Promise<string> =>
    (await doctor.ask('index_key', { INDEX_KEY, ENCRYPTION_KEYS: TEST_ENCRYPTION_KEYS, ...changed })).found;

  it('says whether it made the hashes of the newest request', async () => {
    expect(await foundWith({})).to.equal('no request is there to compare it with');
    const db = await openDatabase({
      url: doctor.url,
      applicationName: 'test',
      scope: 'operator',
      poolSize: 1,
    });
    try {
      const { id: clientId } = await buildClient(db);
      await buildFullVerification(db, { clientId, subject: '0001010000071' });
    } finally {
      await db.close();
    }
    expect(await foundWith({})).to.equal('made the hashes of the newest request');
    const other = { ENCRYPTION_KEYS: `other:${randomBytes(32).toString('base64')}` };
    await doctor.expectFault('index_key', /ENCRYPTION_KEYS has no key with the id/, { INDEX_KEY, ...other });
    expect(await foundWith({ ENCRYPTION_KEYS: '' })).to.match(/^not compared/);
    await doctor.expectFault('index_key', /^INDEX_KEY did not make the hashes of the newest request/, {
      INDEX_KEY: randomBytes(32).toString('base64'),
      ENCRYPTION_KEYS: TEST_ENCRYPTION_KEYS,
    });
  });
});
