import { expect } from 'chai';
import fc from 'fast-check';
import { maskIdentityNumbers, type Suspicion } from '../../../shared/domain/identity-numbers.js';
import { expectLinear } from '../../support/time/expect-linear.js';

const ID = '0001010001079';
const MASKED = '*********1079';

const mask = <T>(value: T, suspicion: Suspicion = 'anywhere'): T =>
  maskIdentityNumbers(value, () => suspicion);

describe('identity numbers of anybody', () => {
  const texts: [text: string, whole: string, shortened: string, anywhere: string][] = [
    [`No. ${ID}.`, `No. ${MASKED}.`, `No. ${MASKED}.`, `No. ${MASKED}.`],
    [`id${ID}x`, `id${MASKED}x`, `id${MASKED}x`, `id${MASKED}x`],
    ['000101-0001 079', MASKED, MASKED, MASKED],
    ['1010001079', '1010001079', MASKED, MASKED],
    ['1,010,001,079', '1,010,001,079', MASKED, MASKED],
    ['1 010 001 079', '1 010 001 079', MASKED, MASKED],
    [`99${ID}`, `99${ID}`, `99${ID}`, `99${MASKED}`],
    ['0001010001078', '0001010001078', '0001010001078', '0001010001078'],
    ['/id/000101%200001%20%3079', `/id/${MASKED}`, `/id/${MASKED}`, `/id/${MASKED}`],
    ['000101&nbsp;0001&#160;079', MASKED, MASKED, MASKED],
    [`%20${ID}%2`, `%20${MASKED}%2`, `%20${MASKED}%2`, `%20${MASKED}%2`],
    ['2010/123456/07', '2010/123456/07', '2010/123456/07', '2010/123456/07'],
    ['+27 71 000 0001', '+27 71 000 0001', '+27 71 000 0001', '+27 71 000 0001'],
    ['*********1079 000101', '*********1079 000101', '*********1079 000101', '*********1079 000101'],
  ];
  for (const [text, whole, shortened, anywhere] of texts) {
    it(`in "${text}"`, () => {
      const found = (['whole', 'shortened', 'anywhere'] as const).map((suspicion) => mask(text, suspicion));
      expect(found).to.deep.equal([whole, shortened, anywhere]);
    });
  }

  it('are masked at every depth, in keys and in whole numbers', () => {
    const data = { list: [1, null, { id: 8001010000172 }], [ID]: [1010001079], price: 10 ** 12, share: 0.5 };
    expect(mask(data)).to.deep.equal({
      list: [1, null, { id: '*********0172' }],
      [MASKED]: [MASKED],
      price: 10 ** 12,
      share: 0.5,
    });
  });

  it('are not seen in fractions, whose digits are as good as random', () => {
    expect(mask({ score: 0.0001010001079123 })).to.deep.equal({ score: 0.0001010001079123 });
  });

  it('are found whatever stands between the digits, in any script', () => {
    const separator = fc.stringMatching(/^[ \-_,'.:|+\u00a0\u200b\u2009\u2060/()]{0,3}$/);
    const script = fc.constantFrom(0x30, 0xff10, 0x660, 0x966, 0x1d7ce);
    const digits = fc.tuple(...[...ID].map((digit) => fc.tuple(fc.constant(digit), separator, script)));
    const around = fc.constantFrom('', ' ', '"', 'x', '<b>');
    fc.assert(
      fc.property(digits, around, (parts, edge) => {
        const written = parts.map(([digit, between, zero], index) => {
          return String.fromCodePoint(zero + Number(digit)) + (index < parts.length - 1 ? between : '');
        });
        expect(mask(edge + written.join('') + edge, 'whole')).to.equal(edge + MASKED + edge);
      }),
    );
  });

  it('never stay whole in any text of digits', () => {
    const pieces = fc.array(fc.constantFrom(ID, '8001010000172', '1', '07', ' ', ', ', 'a'), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(pieces, (text) => {
        expect(mask(text.join(''))).not.to.match(/(?<!\d)(0001010001079|8001010000172)(?!\d)/);
      }),
    );
  });

  it('are looked for in linear time, also where digits follow digits', () => {
    const units = 1 << 17;
    for (const piece of [
      '1',
      '0',
      '1 ',
      '000101-',
      '1a',
      ID,
      '\uff11',
      '%31',
      '%e0%80%80',
      '&#49;',
      '\\u0031',
    ]) {
      expectLinear(units, (length) => mask(piece.repeat(Math.floor(length / piece.length))), piece);
    }
  });
});
