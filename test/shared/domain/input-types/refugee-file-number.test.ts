import { expect } from 'chai';
import { cleanOrCode, messageOf } from '../judge-subject.js';

const REFUSED = 'invalid_refugee_file_number';

describe('refugee file numbers', () => {
  const judged: [raw: string, expected: string][] = [
    ['PTASYN000000001', 'PTASYN000000001'],
    ['ptasyn000000001', 'PTASYN000000001'],
    ['PTA-SYN 000 000 001', 'PTASYN000000001'],
    ['AB123456', 'AB123456'],
    ['ABCDEF123456789012', 'ABCDEF123456789012'],
    ['A123456', REFUSED],
    ['ABCDEFG123456', REFUSED],
    ['AB12345', REFUSED],
    ['AB1234567890123', REFUSED],
    ['123456AB', REFUSED],
    ['AB/123456', REFUSED],
    ['ßB123456', REFUSED],
    ['', REFUSED],
  ];
  for (const [raw, expected] of judged) {
    it(`${expected === REFUSED ? 'refuses' : 'accepts'} "${raw}"`, () => {
      expect(cleanOrCode('refugee_verification', raw)).to.equal(expected);
    });
  }

  for (const raw of ['0001010000071', '000101 0000 071', '9999999999999']) {
    it(`says of the 13 digits "${raw}" that they look like an identity number`, () => {
      expect(messageOf('refugee_verification', raw)).to.match(/looks like an identity number/);
    });
  }

  it('does not say so of 12 digits', () => {
    expect(messageOf('refugee_verification', '000101000007')).not.to.match(/identity number/);
  });
});
