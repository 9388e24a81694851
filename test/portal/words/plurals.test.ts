import { expect } from 'chai';
import { formatCount, formatCredits } from '../../../portal/src/lib/format.js';
import { composeMail } from '../../../worker/mail/compose-mail.js';

describe('a number of things in words', () => {
  it('is in the plural unless it is one', () => {
    expect([0, 1, 2].map((count) => formatCount(count, 'row'))).to.deep.equal(['0 rows', '1 row', '2 rows']);
    expect([0, 1, 2].map(formatCredits)).to.deep.equal(['0 credits', '1 credit', '2 credits']);
  });

  it('is so in mails, too', () => {
    const { text } = composeMail('low_balance', { available: 1, threshold: 5 }, undefined);
    expect(text).to.include('has 1 credit available');
  });
});
