import { expect } from 'chai';
import fc from 'fast-check';
import { isIdentityNumber } from '../../../../shared/domain/input-types/identity-number.js';
import { cleanOrCode, messageOf } from '../judge-subject.js';

const REFUSED = 'invalid_sa_id_number';

// The digit sum of each doubled digit: the check digit by table rather than by arithmetic.
const DOUBLED = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];

function withCheckDigit(twelve: string): string {
  const sum = [...twelve]
    .map((digit, index) => (index % 2 === 1 ? (DOUBLED[Number(digit)] ?? 0) : Number(digit)))
    .reduce((total, value) => total + value, 0);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}

describe('identity numbers', () => {
  const accepted: [title: string, raw: string, clean: string][] = [
    ['a synthetic number', '0001010000071', '0001010000071'],
    ['another synthetic number', '0001010009072', '0001010009072'],
    ['spaces between groups', '000101 0000 071', '0001010000071'],
    ['hyphens between groups', '000101-0000-071', '0001010000071'],
    ['white space around', ' \t0001010000071\n', '0001010000071'],
    ['no-break spaces and dashes from a document', '000101\u00A00000\u2013071', '0001010000071'],
    ['citizenship 1, a permanent resident', '0001010000170', '0001010000170'],
    ['citizenship 2, a refugee', '0001010000279', '0001010000279'],
    ['digit A of 0', '0001010000006', '0001010000006'],
    ['digit A of 8', '0001010000089', '0001010000089'],
    ['digit A of 9', '0001010000097', '0001010000097'],
    ['a birth date that lies ahead in this century', '9912310000077', '9912310000077'],
    ['a birth date of this year', '2601010000076', '2601010000076'],
    ['29 February 2000, which 1900 did not have', '0002290000070', '0002290000070'],
    ['29 February of 1904 or 2004', '0402290000072', '0402290000072'],
    ['29 February of 1996', '9602290000078', '9602290000078'],
  ];
  for (const [title, raw, clean] of accepted) {
    it(`accepts ${title}`, () => expect(cleanOrCode('said_verification', raw)).to.equal(clean));
  }

  const refused: [title: string, raw: string, advice: RegExp][] = [
    ['nothing', '', /13 digits/],
    ['12 digits', '000101000007', /13 digits/],
    ['14 digits', '00010100000710', /13 digits/],
    ['a letter', '000101000007A', /13 digits/],
    ['digits of another script', '٠٠٠١٠١٠٠٠٠٠٧١', /13 digits/],
    ['slashes', '000101/0000/071', /13 digits/],
    ['month 13', '0013010000076', /date/],
    ['month 0', '0000010000073', /date/],
    ['day 0', '0001000000073', /date/],
    ['31 April', '0004310000072', /date/],
    ['30 February', '0002300000078', /date/],
    ['29 February of 1901 or 2001', '0102290000078', /date/],
    ['29 February of 1999 or 2099', '9902290000072', /date/],
    ['citizenship 3', '0001010000378', /eleventh digit/],
    ['a wrong check digit', '0001010000072', /last digit/],
    ['two digits exchanged', '0001100000071', /last digit/],
  ];
  for (const [title, raw, advice] of refused) {
    it(`refuses ${title} and says what to do`, () => {
      expect(cleanOrCode('said_verification', raw)).to.equal(REFUSED);
      expect(messageOf('said_verification', raw)).to.match(advice);
    });
  }

  it('accept exactly one check digit for any date, serial, citizenship and A', () => {
    const date = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    const rest = fc.tuple(fc.nat(9999), fc.nat(2), fc.nat(9));
    fc.assert(
      fc.property(date, rest, (born, [serial, citizenship, a]) => {
        const yymmdd = born.toISOString().slice(2, 10).replaceAll('-', '');
        const twelve = `${yymmdd}${String(serial).padStart(4, '0')}${citizenship}${a}`;
        const valid = Array.from({ length: 10 }, (_, z) => `${twelve}${z}`).filter(isIdentityNumber);
        expect(valid).to.deep.equal([withCheckDigit(twelve)]);
      }),
    );
  });
});
