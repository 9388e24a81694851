import { expect } from 'chai';
import { cleanVin } from '../../../../shared/domain/input-types.js';
import { cleanOrCode } from '../judge-subject.js';

const REFUSED = 'invalid_vehicle_registration_number';

describe('vehicle registration numbers', () => {
  const judged: [raw: string, expected: string][] = [
    ['TST001GP', 'TST001GP'],
    ['tst 001 gp', 'TST001GP'],
    ['TST-001-GP', 'TST001GP'],
    ['A1', 'A1'],
    ['PERSONAL', 'PERSONAL'],
    ['1A', '1A'],
    ['ABCDEFGHIJ', 'ABCDEFGHIJ'],
    ['ABCDEFGHIJK', REFUSED],
    ['A', REFUSED],
    ['123456', REFUSED],
    ['TST_001', REFUSED],
    ['TSTÜ01', REFUSED],
    ['', REFUSED],
  ];
  for (const [raw, expected] of judged) {
    it(`${expected === REFUSED ? 'refuses' : 'accepts'} "${raw}"`, () => {
      expect(cleanOrCode('vehicle_check', raw)).to.equal(expected);
    });
  }
});

describe('vehicle identification numbers', () => {
  const judged: [raw: string, expected: string | undefined][] = [
    ['TESTVN00000000001', 'TESTVN00000000001'],
    ['testvn00000000001', 'TESTVN00000000001'],
    ['TEST VN-000 0000 0001', 'TESTVN00000000001'],
    ['11111111111111112', '11111111111111112'],
    ['TESTVN0000000001', undefined],
    ['TESTVN000000000001', undefined],
    ['TESTVI00000000001', undefined],
    ['TESTVO00000000001', undefined],
    ['TESTVQ00000000001', undefined],
    ['testvq00000000001', undefined],
    ['TESTVÑ00000000001', undefined],
    ['', undefined],
  ];
  for (const [raw, expected] of judged) {
    it(`${expected === undefined ? 'refuses' : 'accepts'} "${raw}"`, () => {
      expect(cleanVin(raw)).to.equal(expected);
    });
  }
});
