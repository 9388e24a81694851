import { expect } from 'chai';
import { isFullyPrintable, printableText } from '../../../../api/verifications/pdf/printable-text.js';
import { STANDARD, wideTypeface } from '../../../../api/verifications/pdf/typeface.js';

describe('printableText in the standard fonts', () => {
  const cases: [name: string, text: string, printed: string][] = [
    ['keeps ASCII', 'Plain text, 100 % [as is]', 'Plain text, 100 % [as is]'],
    ['keeps Latin-1 and what Windows-1252 adds', 'Zoë Müller – “R€5”', 'Zoë Müller – “R€5”'],
    ['composes diacritics', 'Zoe\u0308', 'Zoë'],
    ['keeps line ends, of every kind', 'a\r\nb\rc\u2028d\ne', 'a\nb\nc\nd\ne'],
    [
      'names a run in another script',
      'Name: \u05e9\u05dc\u05d5\u05dd!',
      'Name: [U+05E9 U+05DC U+05D5 U+05DD]!',
    ],
    ['names letters that have no composed form here', 'Tshi\u1e13ivho', 'Tshi[U+1E13]ivho'],
    ['names characters beyond the first plane', '\u{1f600}', '[U+1F600]'],
    ['names marks of direction', 'a\u202egnp.exe', 'a[U+202E]gnp.exe'],
    ['names controls', 'a\u0000\u0007\tb\u007f', 'a[U+0000 U+0007 U+0009]b[U+007F]'],
    ['names what is not seen', 'a\u00adb\u200bc', 'a[U+00AD]b[U+200B]c'],
    ['names half of a pair', 'a\ud800b', 'a[U+D800]b'],
  ];
  for (const [name, text, printed] of cases) {
    it(name, () => {
      expect(printableText(text, STANDARD.repertoire)).to.equal(printed);
    });
  }

  it('says whether anything had to be named', () => {
    expect(isFullyPrintable('Zoe\u0308\r\nMüller', STANDARD.repertoire)).to.equal(true);
    expect(isFullyPrintable('\u05e9', STANDARD.repertoire)).to.equal(false);
  });
});

describe('printableText in the wide fonts', () => {
  const cases: [name: string, text: string, printed: string][] = [
    ['keeps what the standard fonts have', 'Zoë Müller – “R€5”\n', 'Zoë Müller – “R€5”\n'],
    ['keeps Latin letters of every kind', 'Tšhiḓivho Łukasz Nguyễn ǃXóõ', 'Tšhiḓivho Łukasz Nguyễn ǃXóõ'],
    ['keeps Greek and Cyrillic', 'Ωμέγα Щербаков', 'Ωμέγα Щербаков'],
    ['keeps Armenian and Georgian', 'Հայկ გიორგი', 'Հայկ გიორგი'],
    ['keeps symbols', '№ ≤ → ✓', '№ ≤ → ✓'],
    ['names what runs from right to left, although the fonts have it', 'ש م', '[U+05E9] [U+0645]'],
    ['names marks that cannot be composed', 'b\u0316', 'b[U+0316]'],
    ['names scripts that the fonts lack', 'አ 王', '[U+12A0] [U+738B]'],
    ['names characters beyond the first plane', '\u{1f600}', '[U+1F600]'],
    ['names marks of direction', 'a\u202egnp.exe', 'a[U+202E]gnp.exe'],
    ['names controls', 'a\u0000\tb\u007f', 'a[U+0000 U+0009]b[U+007F]'],
    ['names what is not seen', 'a\u00adb\u200bc\u2003', 'a[U+00AD]b[U+200B]c[U+2003]'],
    ['names half of a pair', 'a\ud800b', 'a[U+D800]b'],
  ];
  for (const [name, text, printed] of cases) {
    it(name, () => {
      expect(printableText(text, wideTypeface().repertoire)).to.equal(printed);
    });
  }
});
