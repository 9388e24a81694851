import { expect } from 'chai';
import { compareCards, measureCard, readCard } from '../../bench/cost/card.js';

describe('the cost card of a verification', function () {
  this.timeout(300_000);

  it('says what is measured: after a change that is worth it, `npm run bench -- --only cost` writes it anew', async () => {
    expect(compareCards(readCard(), await measureCard())).to.deep.equal([]);
  });
});
