import { expect } from 'chai';
import { CLIENT_RULES, toClientBody } from '../../../portal/src/features/clients/client-fields.js';
import { LIMIT_RULES, limitsOf } from '../../../portal/src/features/limits/limit-values.js';
import { formatNumber } from '../../../portal/src/lib/format.js';
import { amountOf } from '../../../portal/src/lib/whole-number.js';

const BLANKS = { space: ' ', 'no-break space': '\u00a0', 'narrow no-break space': '\u202f' };

describe('a number typed or pasted into a form', () => {
  it('is taken as the portal prints it', () => {
    const printed = formatNumber(1_234_567);
    expect(LIMIT_RULES.per_day(printed)).to.equal(null);
    expect(limitsOf({ per_day: printed, per_month: '' })).to.deep.equal({
      per_day: 1_234_567,
      per_month: null,
    });
  });

  for (const [name, blank] of Object.entries(BLANKS)) {
    it(`may have a ${name} between its thousands and around it`, () => {
      const typed = `${blank}12${blank}000${blank}`;
      const client = { name: 'A client', low_balance_threshold: typed, retention_days: `1${blank}000` };
      expect(CLIENT_RULES.low_balance_threshold(typed)).to.equal(null);
      expect(CLIENT_RULES.retention_days(client.retention_days)).to.equal(null);
      expect(toClientBody(client)).to.include({ low_balance_threshold: 12_000, retention_days: 1_000 });
    });
  }

  it('is refused where it may mean another one', () => {
    for (const typed of [
      '1,000',
      '1.000',
      '1 00',
      '1000 000',
      '1 0000',
      '1 000,00',
      '1 000.00',
      '-1',
      '1e3',
    ]) {
      expect(LIMIT_RULES.per_month(typed), typed).to.include('without commas or points');
      expect(CLIENT_RULES.low_balance_threshold(typed), typed).to.include('without commas or points');
      expect(CLIENT_RULES.retention_days(typed), typed).to.include('without commas or points');
    }
  });

  it('may be credits to take, with either minus, and is never another amount', () => {
    for (const [typed, amount] of [
      ['250', 250],
      ['+1 000', 1_000],
      ['-1 000', -1_000],
      ['− 12\u202f000', -12_000],
      ['1 0000', 0],
      ['1,000', 0],
      ['--5', 0],
      ['-', 0],
      ['', 0],
    ] as const) {
      expect(amountOf(typed), typed).to.equal(amount);
    }
  });

  it('is none where nothing is typed', () => {
    for (const typed of ['', ' ']) {
      expect(LIMIT_RULES.per_day(typed)).to.equal(null);
      expect(limitsOf({ per_day: typed, per_month: typed })).to.deep.equal({
        per_day: null,
        per_month: null,
      });
    }
  });
});
