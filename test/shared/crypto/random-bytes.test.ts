import { expect } from 'chai';
import { takeRandomBytes } from '../../../shared/crypto/random-bytes.js';

describe('random bytes', () => {
  it('hands out no byte twice and changes none afterwards, over many blocks', () => {
    const taken = Array.from({ length: 2_000 }, (_item, index) => takeRandomBytes(12 + (index % 30)));
    const texts = taken.map((bytes) => bytes.toString('hex'));
    const memory = taken.map(({ buffer, byteOffset, length }) => ({ buffer, byteOffset, length }));
    for (const [index, { buffer, byteOffset }] of memory.entries()) {
      const previous = memory[index - 1];
      if (previous?.buffer !== buffer) continue;
      expect(byteOffset).to.be.at.least(previous.byteOffset + previous.length);
    }
    expect(new Set(texts).size).to.equal(taken.length);
    expect(taken.map((bytes) => bytes.toString('hex'))).to.deep.equal(texts);
  });

  for (const size of [0, 1, 12, 32, 4_096]) {
    it(`gives ${size} bytes when ${size} are asked for`, () => {
      expect(takeRandomBytes(size)).to.have.length(size);
    });
  }
});
