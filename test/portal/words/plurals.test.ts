import { expect } from 'chai';
import { perDayWords } from '../../../portal/src/features/home/rates.js';
import { formatCount, formatCredits } from '../../../portal/src/lib/format.js';
import { composeMail } from '../../../worker/mail/compose-mail.js';

describe('a number of things in words', () => {
  it('is in the plural unless it is one', () => {
    expect([0, 1, 2].map((count) => formatCount(count, 'row'))).to.deep.equal(['0 rows', '1 row', '2 rows']);
    expect([0, 1, 2].map(formatCredits)).to.deep.equal(['0 credits', '1 credit', '2 credits']);
  });

  it('is so of what is spent in a day, and little is not nothing', () => {
    expect([0, 0.3, 1.2, 58.4].map(perDayWords)).to.deep.equal([
      'About 0 credits a day',
      'Less than 1 credit a day',
      'About 1 credit a day',
      'About 58 credits a day',
    ]);
  });

  it('is so in mails, too', () => {
    const { text } = composeMail('low_balance', { available: 1, threshold: 5 }, undefined);
    expect(text).to.include('has 1 credit available');
  });
});
