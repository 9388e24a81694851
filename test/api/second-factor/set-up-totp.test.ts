import { createSecretKey, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { rotateKeys } from '../../../scripts/operations/rotate-keys.js';
import { Keyring } from '../../../shared/crypto/keyring.js';
import { isSealedByCurrentKey } from '../../../shared/crypto/seal.js';
import { totpCode } from '../../support/accounts/totp.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { testKeys } from '../../support/processes/keys.js';

describe('an authenticator app that is being set up while the keys are rotated', () => {
  const next = new Keyring([
    { id: 'next', key: createSecretKey(randomBytes(32)) },
    testKeys.encryptionKeys.current,
  ]);
  let earlier: TestApi;
  let later: TestApi;
  before(async () => {
    earlier = await startApi();
    const { database, redisUrl } = earlier;
    later = await startApi({ database, redisUrl, config: { encryptionKeys: next } });
  });
  after(async () => {
    await later.close();
    await earlier.close();
  });

  it('is stored under the new key, so that the old one can be removed', async () => {
    const user = await earlier.createClientUser();
    const client = await earlier.signIn(user);
    const { secret, challenge } = (await client.post('/api/v1/me/second-factor/totp')).body;
    expect(await rotateKeys(earlier.db, next, () => undefined)).to.deep.include({ unopened: [] });
    const totp = totpCode(secret);
    const added = await client
      .at(later.url)
      .post('/api/v1/me/second-factor/totp/confirm', { challenge, totp });
    expect(added.status, JSON.stringify(added.body)).to.equal(201);
    const [row] = await earlier.db.query<{ secret_sealed: Buffer }>(
      'SELECT secret_sealed FROM second_factors WHERE user_id = $1',
      [user.id],
    );
    expect(row && isSealedByCurrentKey(next, row.secret_sealed)).to.equal(true);
  });
});
