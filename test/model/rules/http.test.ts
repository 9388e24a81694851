import { expect } from 'chai';
import fc from 'fast-check';
import { endOfPeriod, startOfPeriod } from '../../../api/http/period.js';
import { parsePrefer } from '../../../api/http/prefer-header.js';
import { Query, wholeNumber } from '../../../api/http/query.js';
import { howOften, PROPERTY_TIMEOUT_MS } from '../settings.js';
import { dayExists } from './plain-subjects.js';

const pad = (number: number, length = 2) => String(number).padStart(length, '0');

describe('what stands in headers and queries, beside its rules written out a second time', function () {
  this.timeout(PROPERTY_TIMEOUT_MS);

  it('is the wait and the wish not to wait of Prefer, the first of each name', () => {
    const preference = fc.oneof(
      fc.record({ name: fc.constantFrom('wait', 'WAIT', 'Wait '), seconds: fc.nat(50) }),
      fc.record({ name: fc.constantFrom('respond-async', 'Respond-Async', 'return', 'x') }),
      fc.record({ name: fc.constant('wait'), text: fc.constantFrom('-1', '1.5', 'soon', '', '1e1') }),
    );
    type Preference = { name: string; seconds?: number; text?: string };
    const dressed = fc.tuple(preference, fc.boolean(), fc.constantFrom('', ';x', '; a="1,2"'));
    fc.assert(
      fc.property(fc.array(dressed, { maxLength: 5 }), (preferences) => {
        const header = preferences
          .map(([one, quoted, more]) => {
            const { name, seconds, text }: Preference = one;
            const value = text ?? seconds;
            const written = quoted && value !== undefined ? `"${value}"` : value;
            return name + (written === undefined ? '' : `=${written}`) + more;
          })
          .join(', ');
        const named = (name: string) =>
          preferences.find(([one]) => one.name.trim().toLowerCase() === name)?.[0] as Preference | undefined;
        const seconds = named('wait')?.seconds;
        expect(parsePrefer(header)).to.deep.equal({
          ...(seconds !== undefined && { waitMs: (seconds > 30 ? 30 : seconds) * 1_000 }),
          respondAsync: named('respond-async') !== undefined,
        });
      }),
      howOften(300),
    );
  });

  it('is a limit in plain digits within its range', () => {
    const texts = fc.oneof(
      fc.integer({ min: -5, max: 120 }).map(String),
      fc.string({ unit: fc.constantFrom(...'0123456789+-.e x'), maxLength: 6 }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const query = new Query({ limit: text });
        const value = query.optional('limit', wholeNumber(1, 100));
        const allDigits = text !== '' && [...text].every((one) => one >= '0' && one <= '9');
        const wanted = allDigits && Number(text) >= 1 && Number(text) <= 100 ? Number(text) : undefined;
        expect(value).to.equal(wanted);
        expect(query.faults()).to.have.length(wanted === undefined ? 1 : 0);
      }),
      howOften(300),
    );
  });

  it('is a moment that exists, as the milliseconds since 1970 that its parts add up to', () => {
    const parts = fc.record({
      year: fc.integer({ min: 1900, max: 2100 }),
      month: fc.nat(13),
      day: fc.nat(32),
      hour: fc.nat(25),
      minute: fc.nat(61),
      second: fc.nat(61),
      milliseconds: fc.option(fc.nat(999), { nil: undefined }),
      zone: fc.constantFrom('Z', 'z', '+02:00', '-11:30', '', ' Z', '+2'),
    });
    const minutesAhead: Readonly<Record<string, number>> = { Z: 0, z: 0, '+02:00': 120, '-11:30': -690 };
    fc.assert(
      fc.property(parts, ({ year, month, day, hour, minute, second, milliseconds, zone }) => {
        const fraction = milliseconds === undefined ? '' : `.${pad(milliseconds, 3)}`;
        const text = `${year}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}:${pad(second)}${fraction}${zone}`;
        const ahead = minutesAhead[zone];
        const exists = dayExists(year, month, day) && hour < 24 && minute < 60 && second < 60;
        const judged = startOfPeriod(text);
        expect(judged.ok, text).to.equal(exists && ahead !== undefined);
        if (!judged.ok || ahead === undefined) return;
        const minutes = daysSince1970(year, month, day) * 1_440 + hour * 60 + minute - ahead;
        expect(judged.value.getTime()).to.equal((minutes * 60 + second) * 1_000 + (milliseconds ?? 0));
      }),
      howOften(300),
    );
  });

  it('is a whole day when a date stands alone: its first and its last millisecond', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2100 }), fc.nat(13), fc.nat(32), (year, month, day) => {
        const text = `${year}-${pad(month)}-${pad(day)}`;
        const moments = [startOfPeriod(text), endOfPeriod(text)].map((judged) =>
          judged.ok ? judged.value.getTime() : undefined,
        );
        const start = daysSince1970(year, month, day) * 86_400_000;
        const none = [undefined, undefined];
        expect(moments).to.deep.equal(dayExists(year, month, day) ? [start, start + 86_399_999] : none);
      }),
      howOften(300),
    );
  });
});

/** Counted year by year and month by month. */
function daysSince1970(year: number, month: number, day: number): number {
  let days = 0;
  for (let before = Math.min(year, 1970); before < Math.max(year, 1970); before += 1) {
    days += (year < 1970 ? -1 : 1) * daysOf(before, 12);
  }
  return days + daysOf(year, month - 1) + day - 1;
}

/** The days of the first months of a year. */
function daysOf(year: number, months: number): number {
  let days = 0;
  for (let month = 1; month <= months; month += 1) {
    for (let day = 1; dayExists(year, month, day); day += 1) days += 1;
  }
  return days;
}
