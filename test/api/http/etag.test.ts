import { expect } from 'chai';
import { matchesEtag } from '../../../api/http/etag.js';

describe('If-None-Match', () => {
  const cases: [string | undefined, boolean][] = [
    [undefined, false],
    ['', false],
    ['*', true],
    [' * ', true],
    ['"a.1"', true],
    ['W/"a.1"', true],
    ['"a.2", "a.1"', true],
    ['"a.2",W/"a.1"', true],
    ['"a.2"', false],
    ['a.1', false],
    ['"a.1', false],
    ['"A.1"', false],
    ['"a.1x"', false],
  ];
  for (const [header, expected] of cases) {
    it(`${header} ${expected ? 'names' : 'does not name'} the tag "a.1"`, () => {
      expect(matchesEtag(header, '"a.1"')).to.equal(expected);
    });
  }

  it('is compared weakly: the weakness of our own tag does not matter either', () => {
    expect(matchesEtag('"a.1"', 'W/"a.1"')).to.equal(true);
  });
});
