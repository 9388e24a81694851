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
});
