import { expect } from 'chai';
import { describeReviews, totalOf } from '../../chaos/failover/reviews.js';

describe('the requests in review after a failure', () => {
  it('are told apart: those the load asked for, and those that the failure added', () => {
    const runs = [{ inconclusive: 13 }, { inconclusive: 15, lost: 2, history_changed: 1 }];
    expect(totalOf(runs)).to.deep.equal({ inReview: 31, byFailure: 3 });
  });

  it('are described with their reasons, the most frequent first', () => {
    expect(describeReviews({ lost: 1, inconclusive: 3 })).to.equal('4 in review (3 inconclusive, 1 lost)');
    expect(describeReviews({})).to.equal('0 in review');
  });
});
