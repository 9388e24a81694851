import { expect } from 'chai';
import { hashRecoveryCode } from '../../../shared/crypto/random-secrets.js';

describe('the hash of a recovery code', () => {
  for (const typed of [
    '7K3M q9x0 1pt8 hw1r',
    '7k3m–q9x0‑1pt8—hw1r',
    ' 7k3mq9x01pt8hw1r\n',
    '7k3m-q9xO-Ipt8-hwlr',
    '7k3m\u2212q9x0\u00ad1pt8-hw1r',
  ]) {
    it(`is the same for what was typed as ${JSON.stringify(typed)}`, () => {
      expect(hashRecoveryCode('usr', typed)).to.deep.equal(hashRecoveryCode('usr', '7k3m-q9x0-1pt8-hw1r'));
    });
  }

  it('is another for another code, or person', () => {
    const hashes = [
      hashRecoveryCode('usr', '7k3m-q9x0-1pt8-hw1r'),
      hashRecoveryCode('usr', '7k3m-q9x0-1pt8-hw1s'),
      hashRecoveryCode('other', '7k3m-q9x0-1pt8-hw1r'),
    ];
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).to.equal(3);
  });
});
