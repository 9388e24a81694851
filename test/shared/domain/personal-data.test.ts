import { expect } from 'chai';
import fc from 'fast-check';
import { holdsIdentityNumber, namesSomebody } from '../../../shared/domain/personal-data.js';
import { expectLinear } from '../../support/time/expect-linear.js';

const inScript = (zero: number): string =>
  '0001010000071'.replace(/./g, (digit) => String.fromCodePoint(zero + Number(digit)));

describe('a text', () => {
  const cases: [text: string, plain: boolean, separated: boolean][] = [
    ['0001010000071', true, true],
    ['check-0001010000071-a', true, true],
    ['Credit check of 0001010000071, as agreed', true, true],
    ['id0001010000071x', true, true],
    ['0001010000072', false, false],
    ['90001010000071', false, false],
    ['00010100000719', false, false],
    ['000101 0000 071', false, true],
    ['000101-0000-071', false, true],
    ['0-0-0-1-0-1-0-0-0-0-0-7-1', false, true],
    ['000101\u00A00000\u2013071', false, true],
    ['Case 42 000101 0000 071 of 2026', false, true],
    ['12 0001010000071', true, true],
    ['000101  0000  071', false, true],
    ['000101/0000/071', false, true],
    ["0001_01,0000'0:7|1", false, true],
    ['000101\u200b0000\u2060071', false, true],
    [inScript(0xff10), true, true],
    [inScript(0x0660), true, true],
    ['1010000071', false, false],
    ['1,010,000,071', false, false],
    ['0001010000071 of 20260102030405', true, true],
    ['0001010 x 000071', false, false],
    ['1000101 0000 071', false, false],
    ['', false, false],
    ['Credit application 2026', false, false],
  ];
  for (const [text, plain, separated] of cases) {
    it(`"${text}" ${plain ? 'holds' : 'does not hold'} an identity number as it stands`, () => {
      expect(holdsIdentityNumber(text)).to.equal(plain);
    });
    it(`"${text}" ${separated ? 'holds' : 'does not hold'} one with separators allowed`, () => {
      expect(holdsIdentityNumber(text, { separated: true })).to.equal(separated);
    });
  }

  it('that is a UUID holds none, even one whose digits make a valid number across its hyphens', () => {
    const unlucky = '9f3c0001-0100-4407-9abc-1f2e3d4c5b6a';
    expect(holdsIdentityNumber(unlucky)).to.equal(false);
    expect(holdsIdentityNumber(unlucky.slice(4, 20), { separated: true })).to.equal(true);
  });

  it('that is any random UUID holds none', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => !holdsIdentityNumber(uuid)),
      { numRuns: 1_000 },
    );
  });

  it('of 32 KiB of digit groups is searched at once', () => {
    for (const group of ['1 ', '1', '000101-']) {
      expectLinear(32_768, (length) => {
        const text = group.repeat(length / group.length);
        expect(holdsIdentityNumber(text, { separated: true })).to.equal(false);
      });
    }
  });
});

describe('namesSomebody', () => {
  it('finds identity numbers, and the subjects in any spelling', () => {
    expect(namesSomebody('Request of 0001010 000071', [])).to.equal(true);
    expect(namesSomebody('About jane example', ['Jane Example'])).to.equal(true);
    expect(namesSomebody('Plate CA 123-456', ['CA123456'])).to.equal(true);
    expect(namesSomebody('Request of 1 September, ticket 4711', ['Jane Example', '0001010000071'])).to.equal(
      false,
    );
  });
});
