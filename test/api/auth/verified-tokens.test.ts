import { expect } from 'chai';
import type { TokenClaims } from '../../../api/auth/access-token.js';
import { VerifiedTokens } from '../../../api/auth/verified-tokens.js';

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
});
