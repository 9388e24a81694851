import { expect } from 'chai';
import { toFailure } from '../../../portal/src/lib/api/failure.js';
import { passkeyFailure } from '../../../portal/src/lib/proof/passkey-failure.js';

describe('a passkey that the browser did not give', () => {
  const wordsOf = (asked?: 'use' | 'make') =>
    toFailure(passkeyFailure(new Error('NotAllowedError'), asked)).message;

  it('may not be there when it is to be used, which is no reason when one is made', () => {
    expect(wordsOf()).to.include('there is none for this address');
    expect(wordsOf('make')).to.include('cancelled').and.not.to.include('there is none');
  });
});
