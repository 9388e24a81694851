import { expect } from 'chai';
import { countUnclear } from '../../../portal/src/features/reviews/count-unclear.js';
import { CALL_STATES } from '../../../shared/domain/states.js';

describe('the other calls beside a case', () => {
  it('are without a clear answer unless the provider answered, refused the subject, or is being asked', () => {
    const unclear = CALL_STATES.filter((state) => countUnclear([{ state }]) === 1);
    expect(unclear).to.have.members(['not_sent', 'refused_for_now', 'uncertain', 'written_off']);
  });
});
