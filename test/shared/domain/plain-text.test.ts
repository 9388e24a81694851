import { expect } from 'chai';
import { isPlainText, plainTextFault, trimSpace } from '../../../shared/domain/plain-text.js';

const HIDDEN = [
  ...[0x00, 0x07, 0x1b, 0x7f, 0x85, 0x9f],
  ...[0xad, 0x61c, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f],
  ...[0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0xfeff, 0xd800],
  ...[
    0x034f, 0x115f, 0x180e, 0x2028, 0x2029, 0x206a, 0x2800, 0x3164, 0xffa0, 0xfff9, 0xfffb, 0xe0041, 0xe007f,
  ],
];

describe('a text of a caller', () => {
  for (const code of HIDDEN) {
    it(`is not plain with U+${code.toString(16).toUpperCase().padStart(4, '0')} in it`, () => {
      const text = `a${String.fromCodePoint(code)}b`;
      expect([isPlainText(text), isPlainText(text, { lines: true })]).to.deep.equal([false, false]);
    });
  }

  it('is plain in every script, with spaces, dashes and pictures', () => {
    for (const text of [
      'Müller & Söhne',
      '检查',
      'تحقق',
      'a\u00a0b\u3000c',
      '– “x” 😀',
      '❤\ufe0f',
      '葛\u{e0100}城',
      '',
    ]) {
      expect(isPlainText(text), text).to.equal(true);
    }
  });

  it('has several lines only where that is natural', () => {
    for (const text of ['a\nb', 'a\r\nb', 'a\tb']) {
      expect([isPlainText(text), isPlainText(text, { lines: true })]).to.deep.equal([false, true]);
    }
  });

  it('is told apart, in words, by what can be mended in it', () => {
    expect(plainTextFault('a b')).to.equal(undefined);
    expect(plainTextFault('a\nb', { lines: true })).to.equal(undefined);
    expect(plainTextFault('a\tb')).to.match(/one line: put spaces/);
    for (const text of ['a\u200bb', 'a\nb\u200b']) expect(plainTextFault(text)).to.match(/Type it by hand/);
  });

  it('loses white space of every kind at its ends, and nothing that only looks like it', () => {
    expect(trimSpace(' \t\u00a0\u2003\u3000a b\n\u2028 ')).to.equal('a b');
    expect(trimSpace('\u3000\u2003')).to.equal('');
    expect(trimSpace('\ufeffa\u200b')).to.equal('\ufeffa\u200b');
  });
});
