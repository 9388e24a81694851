import { expect } from 'chai';
import { periodChoices, periodOf } from '../../../portal/src/features/wallet/period.js';
import { isPeriod } from '../../../portal/src/features/wallet/wallet-search.js';

describe('a period of the wallet', () => {
  const zone = process.env.TZ;
  before(() => {
    process.env.TZ = 'Europe/Berlin';
  });
  after(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  const cases = [
    ['in which a day had 23 hours', '2026-04-01T00:30:00+02:00', '2026-03-26T00:00:00+01:00'],
    ['in which a day had 25 hours', '2026-10-27T23:30:00+01:00', '2026-10-21T00:00:00+02:00'],
    ['of ordinary days', '2026-06-10T12:00:00+02:00', '2026-06-04T00:00:00+02:00'],
  ] as const;
  for (const [which, now, start] of cases) {
    it(`${which} has as many as it says`, () => {
      expect(periodOf('7d', new Date(now))).to.deep.equal({ created_from: new Date(start).toISOString() });
    });
  }

  it('is a month from its first moment to its last, the one that is not over included', () => {
    const now = new Date('2026-03-31T12:00:00+02:00');
    const choices = periodChoices('', now);
    expect(choices.map(({ value }) => value).slice(4, 7)).to.deep.equal(['2026-03', '2026-02', '2026-01']);
    expect(choices.at(-1)).to.deep.equal({ value: '2025-03', label: 'March 2025' });
    expect(periodOf('2026-03', now)).to.deep.equal({
      created_from: new Date('2026-03-01T00:00:00+01:00').toISOString(),
      created_to: new Date('2026-03-31T23:59:59.999+02:00').toISOString(),
    });
  });

  it('in an address is a choice, or a month that was one when the link was shared', () => {
    const now = new Date('2026-03-31T12:00:00+02:00');
    expect(['7d', '2026-03', '2021-12'].filter(isPeriod)).to.have.length(3);
    expect(['', '7', '8d', '2026-13', '1999-01', '2026-3', 7, null].filter(isPeriod)).to.deep.equal([]);
    expect(periodChoices('2021-12', now).at(-1)).to.deep.equal({ value: '2021-12', label: 'December 2021' });
    expect(periodChoices('2026-03', now)).to.deep.equal(periodChoices('', now));
  });

  it('of all time has no start', () => {
    expect(periodOf('')).to.deep.equal({});
  });
});
