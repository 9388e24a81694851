import { expect } from 'chai';
import { startOfPeriod } from '../../../portal/src/features/wallet/period.js';

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
      expect(startOfPeriod('7', new Date(now))).to.equal(new Date(start).toISOString());
    });
  }

  it('of all time has no start', () => {
    expect(startOfPeriod('')).to.equal(undefined);
  });
});
