import { expect } from 'chai';
import { decodeText } from '../../../../shared/domain/decode-text.js';
import { isGarbled } from '../../../../shared/domain/input-types/garbled-name.js';

/** A text whose UTF-8 is read in the code page of Windows, because of one byte that is none. */
function readWrongly(text: string): string {
  return decodeText(Buffer.concat([Buffer.from('x'), Buffer.from(text), Buffer.from([0xff])])).slice(1, -1);
}

/** The letters of European languages, and of Vietnamese. */
const LETTERS = [...'\u00C0-\u017F\u01A0-\u01A1\u01AF-\u01B0\u0370-\u04FF\u1E00-\u1EFF'.matchAll(/(.)-(.)/gu)]
  .flatMap(([, first = '', last = '']) => {
    const from = first.codePointAt(0) ?? 0;
    const length = (last.codePointAt(0) ?? 0) - from + 1;
    return Array.from({ length }, (_, index) => String.fromCodePoint(from + index));
  })
  .filter((character) => /\p{L}/u.test(character));

describe('a garbled name', () => {
  it('is told by any letter of Europe, also when it was garbled twice', () => {
    expect(LETTERS.length).to.be.greaterThan(600);
    for (const letter of LETTERS) {
      const name = `Te${letter}t One`;
      expect(isGarbled(name), name).to.equal(false);
      expect(isGarbled(readWrongly(name)), name).to.equal(true);
      expect(isGarbled(readWrongly(readWrongly(name))), `${name}, twice`).to.equal(true);
    }
  });

  it('is told by any other script', () => {
    for (const name of [
      '\u0645\u062B\u0627\u0644',
      '\u05D3\u05D5\u05D2',
      '\u4F8B\u5B50',
      '\u4F8B\u{20BB7}',
    ]) {
      expect(isGarbled(readWrongly(name)), name).to.equal(true);
      expect(isGarbled(name), name).to.equal(false);
    }
  });

  it('is told by what a decoder writes for bytes that it cannot read', () => {
    expect(isGarbled('Zo\uFFFD')).to.equal(true);
  });

  it('is none that has letters and signs as people write them', () => {
    const texts = [
      'Test One',
      'CAFÉ’S',
      'CAFÉ’S IRMÃ’S',
      'O‘zbek Hawai‘i',
      'Test “One” Ltd',
      '„TESTÄ“ ‚Test‘ ›Test‹ ‹Test›',
      '«TESTÅ» »TESTÄ«',
      'Gal·la Sales',
      'Miloš Šimek',
      'IRMÃ’S ESPAÑA',
      'MAÇÃ® – VIDA',
      'MÄKELÄ\u00A0TEST',
      'DAVÍÐ\u00A0TEST',
      'ANDRÄ–TEST LÄR',
      'Å & Ä',
      'ÅÄÖ',
      'HÄME (Ä)',
      'SÃO',
      'Zoe\u0308',
    ];
    for (const text of texts) expect(isGarbled(text), text).to.equal(false);
  });
});
