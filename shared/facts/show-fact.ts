import type { Fact, ListFact, PlainFact, RecordFact } from './fact.js';

/** Whether a fact has a single value. */
export function isPlain(fact: Fact): fact is PlainFact {
  return fact.kind !== 'list' && fact.kind !== 'record';
}

/**
 * Formats a plain value, identically everywhere and in every locale, because reports are compared and filed. A value
 * not of the fact's kind, from a report older than the fact, is shown unchanged.
 */
export function showFact(fact: PlainFact, value: unknown): string {
  switch (fact.kind) {
    case 'flag':
      if (typeof value === 'boolean') return value ? 'Yes' : 'No';
      break;
    case 'word':
      return showWord(String(value), fact.names);
    case 'date':
      return showDay(String(value));
    case 'money':
      if (typeof value === 'number') return `R ${groupThousands(value)}`;
  }
  return String(value);
}

/** Yields the facts a record states, in the order of its definition. */
export function* statedFacts(
  { members }: RecordFact,
  details: Readonly<Record<string, unknown>>,
): Generator<[fact: PlainFact | ListFact, value: unknown]> {
  for (const [name, fact] of Object.entries(members)) {
    const value = details[name];
    if (value !== undefined && value !== null) yield [fact, value];
  }
}

/** Codes of registers, such as `female` or `in_business`; anything with other characters is free text. */
const PLAIN_WORD = /^[a-z]+(?:[ _-][a-z]+)*$/;

/** Formats a register's code as the start of a line: "in_business" as "In business". Anything else stays unchanged. */
export function showWord(value: string, names: Readonly<Record<string, string>> = {}): string {
  // The value comes from the register: `constructor` must not be found.
  if (Object.hasOwn(names, value)) return names[value] ?? value;
  if (!PLAIN_WORD.test(value)) return value;
  return value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ');
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Formats 2000-01-31 as "31 Jan 2000", with our own month names, so that it is the same in every locale. */
export function showDay(day: string): string {
  const [, year, month, of] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const name = MONTHS[Number(month) - 1];
  return name === undefined ? day : `${of} ${name} ${year}`;
}

/** Formats 1250000.5 as "1 250 000.5". */
function groupThousands(value: number): string {
  const [whole = '', ...fraction] = String(value).split('.');
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end));
  return [groups.join(' '), ...fraction].join('.');
}
