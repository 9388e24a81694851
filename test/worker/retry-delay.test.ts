import { expect } from 'chai';
import { retryDelayMs } from '../../worker/retry-delay.js';

const longest = () => 1;
const shortest = () => 0;

describe('the delay before a retry', () => {
  it('of a call doubles from 2 s to 60 s', () => {
    const delays = [1, 2, 3, 4, 5, 6, 2_000].map((attempt) => retryDelayMs('call', attempt, longest));
    expect(delays).to.deep.equal([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('of a call is spread over its upper half', () => {
    expect(retryDelayMs('call', 3, shortest)).to.equal(4_000);
    expect(retryDelayMs('call', 3, () => 0.5)).to.equal(6_000);
  });

  it('of a delivery is half to one and a half times 5 s at first, and an hour in the end', () => {
    expect([1, 2_000].map((attempt) => retryDelayMs('delivery', attempt, shortest))).to.deep.equal([
      2_500, 1_800_000,
    ]);
    expect([1, 2_000].map((attempt) => retryDelayMs('delivery', attempt, longest))).to.deep.equal([
      7_500, 5_400_000,
    ]);
  });

  it('of an endpoint is never more than seven and a half minutes', () => {
    expect([1, 4, 2_000].map((failures) => retryDelayMs('endpoint', failures, longest))).to.deep.equal([
      7_500, 60_000, 450_000,
    ]);
  });

  it('of a mail is 30 s at first and an hour in the end', () => {
    expect([1, 2, 7, 8, 2_000].map((attempt) => retryDelayMs('mail', attempt))).to.deep.equal([
      30_000, 60_000, 1_920_000, 3_600_000, 3_600_000,
    ]);
  });
});
