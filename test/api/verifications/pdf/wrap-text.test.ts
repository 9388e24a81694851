import { expect } from 'chai';
import fc from 'fast-check';
import { wrapText } from '../../../../api/verifications/pdf/wrap-text.js';

/** Every character is one point wide. */
const wrap = (text: string, width: number): string[] => wrapText(text, width, () => 1);

describe('wrapText', () => {
  const cases: [name: string, text: string, width: number, lines: string[]][] = [
    ['leaves a short text alone', 'one two', 10, ['one two']],
    ['breaks at the last space that fits', 'one two three', 8, ['one two', 'three']],
    ['lets a space hang over the end', 'one two', 3, ['one', 'two']],
    ['breaks inside a word that is longer than a line', 'abcdefgh', 3, ['abc', 'def', 'gh']],
    ['starts a long word on a line of its own', 'a bcdefgh', 4, ['a', 'bcde', 'fgh']],
    ['keeps the line ends of the text', 'a\n\nb', 5, ['a', '', 'b']],
    ['takes an empty text for one empty line', '', 5, ['']],
  ];
  for (const [name, text, width, lines] of cases) {
    it(name, () => {
      expect(wrap(text, width)).to.deep.equal(lines);
    });
  }

  it('neither loses nor adds anything but spaces, and never exceeds the width', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n'), maxLength: 200 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 20 }), (given, width) => {
        const lines = wrap(given, width);
        expect(lines.join('').replace(/\s/g, '')).to.equal(given.replace(/\s/g, ''));
        for (const line of lines) expect(line.trimEnd().length).to.be.at.most(width);
      }),
    );
  });
});
