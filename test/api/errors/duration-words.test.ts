import { expect } from 'chai';
import { durationWords } from '../../../api/errors/duration-words.js';

describe('a duration in words', () => {
  for (const [seconds, words] of [
    [0, '1 second'],
    [1, '1 second'],
    [40.2, '41 seconds'],
    [89, '89 seconds'],
    [90, 'about 2 minutes'],
    [895, 'about 15 minutes'],
    [5_400, 'about 2 hours'],
  ] as const) {
    it(`of ${seconds} s is "${words}"`, () => {
      expect(durationWords(seconds)).to.equal(words);
    });
  }
});
