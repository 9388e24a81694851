import { expect } from 'chai';
import { formatOpen } from '../../../portal/src/lib/format.js';
import { COUNTED_UP_TO } from '../../../shared/domain/open-count.js';

describe('a number of open work in the portal', () => {
  it('is exact as far as it was counted, and says when there is more', () => {
    const shown = [0, COUNTED_UP_TO, COUNTED_UP_TO + 1].map((value) =>
      formatOpen(value).replaceAll(/\s/g, ' '),
    );
    expect(shown).to.deep.equal(['0', '10 000', '10 000+']);
  });
});
