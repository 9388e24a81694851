import { expect } from 'chai';
import type { TokenClaims } from '../../../api/auth/access-token.js';
import { VerifiedTokens } from '../../../api/auth/verified-tokens.js';
import { Keyring } from '../../../shared/crypto/keyring.js';
import { startApi, testJwtSecrets } from '../../support/processes/app.js';

describe('tokens that were verified', () => {
  const claims = (expiresInMs: number): TokenClaims => ({
    userId: 'u',
    scope: 'client',
    mode: 'live',
    tokenVersion: 0,
    jti: 'j',
    portal: false,
    issuedAt: new Date(),
    expiresAt: new Date(Date.now() + expiresInMs),
  });

  it('are known until they expire', () => {
    const tokens = new VerifiedTokens();
    const good = claims(60_000);
    tokens.add('good', good);
    tokens.add('expired', claims(-1));
    expect(tokens.find('good')).to.equal(good);
    expect(tokens.find('expired')).to.equal(undefined);
    expect(tokens.find('never seen')).to.equal(undefined);
  });

  it('are bounded in number: the one that came first is forgotten', () => {
    const tokens = new VerifiedTokens();
    for (let number = 0; number <= 10_000; number += 1) tokens.add(`token ${number}`, claims(60_000));
    expect(tokens.find('token 0')).to.equal(undefined);
    expect(tokens.find('token 1')).to.not.equal(undefined);
    expect(tokens.find('token 10000')).to.not.equal(undefined);
  });

  it('are verified once, whichever endpoints they are sent to', async () => {
    let verified = 0;
    class CountingKeyring extends Keyring {
      override find(id: string) {
        verified += 1;
        return super.find(id);
      }
    }
    const api = await startApi({ config: { jwtSecrets: new CountingKeyring(testJwtSecrets.all) } });
    try {
      const authorization = `Bearer ${await api.login(await api.createClientUser())}`;
      for (const path of ['me', 'services', 'verifications', 'wallet', 'events', 'api-keys', 'me/sessions']) {
        const { status } = await api.client.get(`/api/v1/${path}`, { headers: { authorization } });
        expect(status, path).to.equal(200);
      }
      expect(verified).to.equal(1);
    } finally {
      await api.close();
    }
  });
});
