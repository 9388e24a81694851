import { expect } from 'chai';
import { CALL_STATES, mayHaveBeenReceived } from '../../../shared/domain/states.js';

describe('a provider call', () => {
  it('may have been received in every state but those that say that it did no paid work', () => {
    expect(CALL_STATES.filter(mayHaveBeenReceived)).to.deep.equal([
      'started',
      'refused',
      'answered',
      'uncertain',
    ]);
  });
});
