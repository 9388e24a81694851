import { expect } from 'chai';
import { decodeText } from '../../../../shared/domain/decode-text.js';
import { isGarbled } from '../../../../shared/domain/input-types/garbled-name.js';

/** A text whose UTF-8 is read in the code page of Windows, because of one byte that is none. */
function readWrongly(text: string): string {
  return decodeText(Buffer.concat([Buffer.from('x'), Buffer.from(text), Buffer.from([0xff])])).slice(1, -1);
}

/** All letters of a range. */
function lettersOf(from: number, to: number): string[] {
  const all = Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
  return all.filter((character) => /\p{L}/u.test(character));
}

describe('a garbled name', () => {
  it('is told by any letter of Western Europe', () => {
    const untold = lettersOf(0xc0, 0xff).filter((letter) => !isGarbled(`Test ${readWrongly(letter)}xyz`));
    // Read as Ã’, which a name may have before its last letter.
    expect(untold).to.deep.equal(['Ò']);
  });

  it('is told by any name with some letters of Europe, also when it was garbled twice', () => {
    for (const name of [
      'Zoë',
      'JOSÉ',
      'Müller',
      'Groß',
      'João',
      'Łukasz Wiśniewski',
      'Dvořák',
      'Χρήστος',
      'Дмитрий',
      'Nguyễn',
      'Phạm',
      'Hồ',
      'Lợi',
      'Thơ',
      'Tư',
    ]) {
      expect(isGarbled(readWrongly(name)), name).to.equal(true);
      expect(isGarbled(readWrongly(readWrongly(name))), `${name}, twice`).to.equal(true);
      expect(isGarbled(name), name).to.equal(false);
    }
  });

  it('is told by letters whose second byte is read as a non-breaking space', () => {
    for (const name of [
      'Nicol\u00E0 Test',
      'D\u00E0maris',
      '\u0160imek',
      '\u0160IMEK',
      'MILO\u0160',
      '\u0120or\u0121',
    ])
      expect(isGarbled(readWrongly(name)), name).to.equal(true);
  });

  it('is told by the letters à and š without their second byte, where that was a non-breaking space', () => {
    for (const name of ['Test Adri\u00E0', 'Milo\u0161 Test', 'Test Luk\u00E1\u0161']) {
      const folded = readWrongly(name)
        .replace(/\u00A0/g, ' ')
        .trim();
      expect(isGarbled(folded), name).to.equal(true);
    }
  });

  it('is told by what a decoder writes for bytes that it cannot read', () => {
    expect(isGarbled('Zo\uFFFD')).to.equal(true);
  });

  it('is none that has such capitals and signs as people write them', () => {
    const texts = [
      'CAFÉ’S',
      'O‘zbek Hawai‘i',
      'Test “One” Ltd',
      '„TESTÄ“ ‚Test‘ ›Test‹ ‹Test›',
      '«TESTÅ»',
      '»TESTÄ«',
      '«IRMÃ»',
      '“IRMÃ”',
      'Gal·la Sales',
      'Miloš Šimek',
      'ŽIŽKA',
      '¡Test!',
      'IRMÃ’S',
      'NIVEÄ™',
      'SKÅ®',
      'MAÇÃ®',
      'ESPAÑA – VIDA',
      'ANDRÄ–TEST',
      'A &amp; B',
      'Å & Ä',
      'ÅÄÖ',
      'PÄŠ',
      '«ÎLE»',
      'HÄME (Ä)',
      'SÃO',
      'MÄKELÄ\u00A0TEST',
      'TEST MÄKELÄ\u00A0',
      'LÃ\u00A0VĂN TEST',
      'DAVÍÐ\u00A0TEST',
      'MÄKELÄ´S',
      'TESTÅ',
      'LÃ TEST',
      '«Bogotá»',
      '«Bogotá»…',
      '«Bogotá» – Test',
      'ÆRØ',
    ];
    for (const text of texts) expect(isGarbled(text), text).to.equal(false);
  });
});
