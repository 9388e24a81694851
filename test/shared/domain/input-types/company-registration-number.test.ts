import { expect } from 'chai';
import { cleanOrCode, messageOf } from '../judge-subject.js';

const REFUSED = 'invalid_company_registration_number';

describe('company registration numbers', () => {
  const judged: [raw: string, expected: string][] = [
    ['2000/000001/07', '2000/000001/07'],
    ['2000-000001-07', '2000/000001/07'],
    ['2000 000001 07', '2000/000001/07'],
    ['2000 / 000001 / 07', '2000/000001/07'],
    ['200000000107', '2000/000001/07'],
    ['1800/000001/06', '1800/000001/06'],
    ['2026/000001/07', '2026/000001/07'],
    ['1799/000001/06', REFUSED],
    ['2027/000001/07', REFUSED],
    ['2000/00001/07', REFUSED],
    ['2000/000001', REFUSED],
    ['2000//000001/07', REFUSED],
    ['2000.000001.07', REFUSED],
    ['20/00000001/07', REFUSED],
    ['0001010000071', REFUSED],
    ['', REFUSED],
  ];
  for (const [raw, expected] of judged) {
    it(`${expected === REFUSED ? 'refuses' : 'accepts'} "${raw}"`, () => {
      expect(cleanOrCode('cipc_company', raw)).to.equal(expected);
    });
  }

  for (const raw of ['K2019000001', 'k2019/000001/07', 'CK2000/000001/23', 'K 2019 000001']) {
    it(`tells the writer of "${raw}" to leave out the letters`, () => {
      expect(cleanOrCode('cipc_company', raw)).to.equal(REFUSED);
      expect(messageOf('cipc_company', raw)).to.match(/start with K.*without letters.*YYYY\/NNNNNN\/NN/);
    });
  }

  it('of a year that cannot be are refused with advice on the year', () => {
    for (const raw of ['1799/000001/06', '2027/000001/07']) {
      expect(messageOf('cipc_company', raw)).to.match(/first four digits.*year from 1800/);
    }
  });

  it('go by the year in South Africa, where it is midnight two hours before it is in UTC', () => {
    const before = new Date('2026-12-31T21:59:59Z');
    const after = new Date('2026-12-31T22:00:00Z');
    expect(cleanOrCode('cipc_company', '2027/000001/07', before)).to.equal(REFUSED);
    expect(cleanOrCode('cipc_company', '2027/000001/07', after)).to.equal('2027/000001/07');
  });
});
