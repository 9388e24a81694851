import { expect } from 'chai';
import fc from 'fast-check';
import { type CheckOutcome, combineOutcomes, type Outcome } from '../../../shared/domain/outcome.js';

const CHECK_OUTCOMES = ['positive', 'negative', 'no_record', 'rejected'] as const;

describe('the outcome of a verification', () => {
  const cases: [parts: CheckOutcome[], whole: Outcome][] = [
    [['positive'], 'positive'],
    [['negative'], 'negative'],
    [['no_record'], 'no_record'],
    [['rejected'], 'rejected'],
    [['positive', 'positive', 'positive'], 'positive'],
    [['negative', 'negative', 'negative'], 'negative'],
    [['no_record', 'no_record', 'no_record'], 'no_record'],
    [['rejected', 'rejected', 'rejected'], 'rejected'],
    [['positive', 'negative', 'no_record'], 'negative'],
    [['positive', 'positive', 'negative'], 'negative'],
    [['no_record', 'negative', 'no_record'], 'negative'],
    [['positive', 'no_record', 'positive'], 'mixed'],
    [['positive', 'positive', 'rejected'], 'mixed'],
    [['no_record', 'no_record', 'rejected'], 'mixed'],
    [['negative', 'negative', 'rejected'], 'mixed'],
    [['positive', 'negative', 'rejected'], 'mixed'],
    [['rejected', 'rejected', 'negative'], 'mixed'],
  ];
  for (const [parts, whole] of cases) {
    it(`of ${parts.join(', ')} is ${whole}`, () => expect(combineOutcomes(parts)).to.equal(whole));
  }

  it('does not depend on the order of the checks', () => {
    const parts = fc.array(fc.constantFrom(...CHECK_OUTCOMES), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(parts, (outcomes) => {
        expect(combineOutcomes(outcomes.toReversed())).to.equal(combineOutcomes(outcomes));
        expect(combineOutcomes(outcomes.toSorted())).to.equal(combineOutcomes(outcomes));
      }),
    );
  });

  it('is rejected, hence free, only when every check was', () => {
    const parts = fc.array(fc.constantFrom(...CHECK_OUTCOMES), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(parts, (outcomes) => {
        const allRejected = outcomes.every((outcome) => outcome === 'rejected');
        expect(combineOutcomes(outcomes) === 'rejected').to.equal(allRejected);
      }),
    );
  });

  it('of no checks is a bug', () => {
    expect(() => combineOutcomes([])).to.throw(/without checks/);
  });
});
