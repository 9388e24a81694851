import { parsedBy, type Query, type QueryReader } from './query.js';

// RFC 3339 date-time, or only its full-date.
const FORM =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt](\d{2}:\d{2}:\d{2})(?:\.(\d+))?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

const MESSAGE =
  'Use an RFC 3339 time, for example 2026-09-01T08:00:00Z (encode + as %2B), or a date, for example 2026-09-01, which is interpreted as UTC.';

/** Reads the start of a period, inclusive. A date alone means the first millisecond of that day in UTC. */
export const startOfPeriod: QueryReader<Date> = momentReader('00:00:00.000');

/** Reads the end of a period, inclusive. A date alone means the last millisecond of that day in UTC. */
export const endOfPeriod: QueryReader<Date> = momentReader('23:59:59.999');

/** A period, both ends inclusive; undefined ends do not limit it. */
export interface Period {
  createdFrom: Date | undefined;
  createdTo: Date | undefined;
}

/**
 * Reads `created_from` and `created_to`. A period that ends before it starts is a mistake rather than an empty list.
 */
export function readPeriod(query: Query): Period {
  const createdFrom = query.optional('created_from', startOfPeriod);
  const createdTo = query.optional('created_to', endOfPeriod);
  if (createdFrom !== undefined && createdTo !== undefined && createdTo < createdFrom) {
    query.fault('created_to', 'invalid_period', 'Must not be before created_from.');
  }
  return { createdFrom, createdTo };
}

function momentReader(timeOfDateAlone: string): QueryReader<Date> {
  const parse = (text: string): Date | undefined => {
    const [, date, time, fraction = '', zone = ''] = FORM.exec(text) ?? [];
    if (date === undefined || !exists(`${date}T${time ?? '00:00:00'}`)) return undefined;
    if (time === undefined) return new Date(`${date}T${timeOfDateAlone}Z`);
    // Anything finer than a millisecond is cut off, since nothing finer is stored.
    const moment = new Date(`${date}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}${zone.toUpperCase()}`);
    return hasYearOfFourDigits(moment) ? moment : undefined;
  };
  return parsedBy(parse, 'invalid_moment', MESSAGE);
}

/** Date turns 30 February into 2 March; only what round-trips exists. */
function exists(dateTime: string): boolean {
  const date = new Date(`${dateTime}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(dateTime);
}

/** An offset can lead out of the years that RFC 3339 has, in which every response states its times. */
function hasYearOfFourDigits(moment: Date): boolean {
  return /^\d{4}-/.test(moment.toISOString());
}
