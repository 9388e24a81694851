import { expect } from 'chai';
import { expectLinear } from '../../../support/time/expect-linear.js';
import { cleanOrCode, messageOf } from '../judge-subject.js';

const REFUSED = 'invalid_name';

describe('names', () => {
  const accepted: [title: string, raw: string, clean: string][] = [
    ['Latin letters', 'Test Subject One', 'Test Subject One'],
    ['capitals as they are', 'TEST subject', 'TEST subject'],
    ['hyphens, apostrophes and dots', "T. O'Test-Subject", "T. O'Test-Subject"],
    ['a company with digits', '3 Tests (Pty) Ltd', '3 Tests (Pty) Ltd'],
    ['Cyrillic', 'Тест Субъект', 'Тест Субъект'],
    ['Greek', 'Δοκιμή Πρώτη', 'Δοκιμή Πρώτη'],
    ['Chinese', '测试', '测试'],
    ['Arabic', 'اختبار واحد', 'اختبار واحد'],
    ['Persian with a joiner', 'آزمون\u200Cها', 'آزمون\u200Cها'],
    ['Hindi', 'परीक्षण एक', 'परीक्षण एक'],
    ['Ethiopic', 'ሙከራ', 'ሙከራ'],
    ['letters outside the basic plane', '𐐀𐐁', '𐐀𐐁'],
    ['two letters', 'Li', 'Li'],
    ['white space around and inside', '  Test \t\n Subject\u00A0\u3000One\u0085 ', 'Test Subject One'],
    ['a byte order mark at the start', '\uFEFFTest One', 'Test One'],
    ['decomposed letters, composing them', 'Jose\u0301 Te\u0302st', 'Jos\u00E9 T\u00EAst'],
    ['capitals before a typographic apostrophe', 'CAFÉ’S IRMÃ’S', 'CAFÉ’S IRMÃ’S'],
    ['200 letters', 'a'.repeat(200), 'a'.repeat(200)],
    ['200 letters outside the basic plane', '𐐀'.repeat(200), '𐐀'.repeat(200)],
  ];
  for (const [title, raw, clean] of accepted) {
    it(`accept ${title}`, () => expect(cleanOrCode('aml_screening', raw)).to.equal(clean));
  }

  const refused: [title: string, raw: string, advice: RegExp][] = [
    ['nothing', '', /2 to 200 characters/],
    ['white space', ' \t\u3000', /2 to 200 characters/],
    ['one letter', 'a', /2 to 200 characters/],
    ['one letter among digits', '12 a 34', /2 letters/],
    ['digits', '0001010000071', /2 letters/],
    ['emoji', '😀😀😀', /2 letters/],
    ['201 letters', 'a'.repeat(201), /2 to 200 characters/],
    ['what has over 200 characters once composed', '\u0958'.repeat(150), /2 to 200 characters/],
    ['a NUL', 'Test\u0000Subject', /invisible/],
    ['an escape', 'Test\u001B[31mSubject', /invisible/],
    ['a turn of direction', 'Test\u202EtcejbuS', /invisible/],
    ['a zero-width space', 'Te\u200Bst', /invisible/],
    ['half a surrogate pair', 'Test\uD800', /invisible/],
    ['a letter that a decoder could not read', 'T\uFFFDst Subject', /UTF-8/],
    ['a letter read in another character set', 'TÃ«st Subject', /UTF-8/],
    ['such a letter in decomposed form', 'TA\u0303«st Subject', /UTF-8/],
    ['such a letter that ends in a non-breaking space', 'TestÃ\u00A0 Subject', /UTF-8/],
  ];
  for (const [title, raw, advice] of refused) {
    it(`refuse ${title} and say what to do`, () => {
      expect(cleanOrCode('aml_screening', raw)).to.equal(REFUSED);
      expect(messageOf('aml_screening', raw)).to.match(advice);
    });
  }

  it('cost little however many combining marks they have, whose normal form takes quadratic time', () => {
    expectLinear(32 * 1024, (marks) => {
      expect(cleanOrCode('aml_screening', `a${'\u0301\u0316'.repeat(marks)}`)).to.equal(REFUSED);
    });
  });
});
