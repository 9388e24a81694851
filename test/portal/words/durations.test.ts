import { expect } from 'chai';
import { durationWords } from '../../../portal/src/lib/format.js';

describe('a duration in the portal', () => {
  const cases: [number, string][] = [
    [0, '0 s'],
    [0.4, '1 ms'],
    [350, '350 ms'],
    [999.4, '999 ms'],
    [999.6, '1 s'],
    [2_440, '2.4 s'],
    [35_000, '35 s'],
    [240_000, '4 min'],
    [3 * 3_600_000, '3 h'],
    [2 * 86_400_000, '2 days'],
  ];
  for (const [ms, words] of cases) {
    it(`of ${ms} ms is "${words}"`, () => {
      expect(durationWords(ms).replace('\u00a0', ' ')).to.equal(words);
    });
  }
});
