import { expect } from 'chai';
import fc from 'fast-check';
import { foldOctets, foldText } from '../../../shared/domain/fold-text.js';

const decoder = new TextDecoder();

describe('folding octets', () => {
  it('gives what folding the decoded text gives, valid UTF-8 or not', () => {
    const text = fc.string({ unit: 'binary' }).map((whole) => Buffer.from(whole));
    const lead = fc.constantFrom(0x41, 0x80, 0xc0, 0xc3, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5);
    const part = fc.constantFrom(0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xa9, 0xbf);
    const nearly = fc.tuple(lead, fc.array(part, { maxLength: 3 })).map(([first, rest]) => [first, ...rest]);
    const mixed = fc
      .array(fc.oneof(text, fc.uint8Array(), nearly))
      .map((parts) => Buffer.concat(parts.map((octets) => Uint8Array.from(octets))));
    fc.assert(
      fc.property(mixed, (octets) => {
        expect(foldOctets(octets)).to.equal(foldText(decoder.decode(octets)));
      }),
      { numRuns: 500 },
    );
  });

  it('does so with texts of any length', () => {
    for (const character of ['a', 'é', '\ufdfa', '𝟘']) {
      const text = character.repeat(20_000);
      expect(foldOctets(Buffer.from(text)) === foldText(text), character).to.equal(true);
    }
  });
});
