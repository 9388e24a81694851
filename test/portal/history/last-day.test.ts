import { expect } from 'chai';
import { daysAsMoments, lastMomentOf } from '../../../portal/src/lib/days-as-moments.js';

describe('the days of a search', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  it('end with the last moment that the API knows, also west of Greenwich', () => {
    const last = '9999-12-31T23:59:59.999Z';
    for (const west of ['America/New_York', 'Pacific/Pago_Pago', 'UTC']) {
      process.env.TZ = west;
      expect(lastMomentOf('9999-12-31'), west).to.equal(last);
    }
  });

  for (const [zone, day, last] of [
    ['Africa/Cairo', '2026-10-29', '2026-10-29T21:59:59.999Z'],
    ['America/Santiago', '2026-04-04', '2026-04-05T03:59:59.999Z'],
    ['Africa/Cairo', '2026-04-23', '2026-04-23T21:59:59.999Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-24T20:59:59.999Z'],
    ['America/Havana', '2026-10-31', '2026-11-01T03:59:59.999Z'],
  ] as const)
    it(`end where clocks change at midnight (${zone}, ${day}) with the second of their last hours`, () => {
      process.env.TZ = zone;
      expect(lastMomentOf(day)).to.equal(last);
    });

  it('are those of the viewer otherwise', () => {
    process.env.TZ = 'America/New_York';
    expect(daysAsMoments({ from: '9999-12-31', to: '9999-12-30' })).to.deep.equal({
      created_from: '9999-12-31T05:00:00.000Z',
      created_to: '9999-12-31T04:59:59.999Z',
    });
  });
});
