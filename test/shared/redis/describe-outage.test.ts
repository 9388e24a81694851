import { expect } from 'chai';
import { describeRedisOutage } from '../../../shared/redis/describe-outage.js';

const errorOf = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('describeRedisOutage', () => {
  for (const code of ['ECONNRESET', 'ETIMEDOUT'])
    it(`names TLS where the two ends may differ in it: ${code}`, () => {
      expect(describeRedisOutage(errorOf(code))).to.match(new RegExp(`TLS.*\\(rediss://\\) \\(${code}\\)$`));
    });

  it('names the variable of a CA that is missing', () => {
    expect(describeRedisOutage(errorOf('SELF_SIGNED_CERT_IN_CHAIN'))).to.include('REDIS_CA_FILE');
  });

  const sentinels: readonly (readonly [string, RegExp])[] = [
    ['self-signed certificate in certificate chain', /^the TLS certificate of a Sentinel is not accepted/],
    [
      "Hostname/IP does not match certificate's altnames: IP: 127.0.0.1",
      /^the TLS certificate of a Sentinel/,
    ],
    ['connect ECONNREFUSED 127.0.0.1:26379', /^nothing listens there \(ECONNREFUSED\)$/],
    ['WRONGPASS invalid username-password pair', /^the user or the password is wrong/],
    ['Connection is closed.', /^the server does not answer$/],
  ];
  for (const [last, reason] of sentinels)
    it(`looks into what ioredis says of Sentinels: ${last}`, () => {
      const message = `All sentinels are unreachable. Retrying from scratch after 10ms. Last error: ${last}`;
      expect(describeRedisOutage(new Error(message))).to.match(reason);
    });
});
