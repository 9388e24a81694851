/** One line of a report: what is said, and of what. */
export interface Fact {
  label: string;
  value: string;
}

/**
 * Every value in normalised details as a line of its own, in order; lists are numbered from 1: `Addresses 2: City`.
 * Recurses as deep as the details, which hold lists of flat objects.
 */
export function* flattenFacts(details: Readonly<Record<string, unknown>>): Generator<Fact> {
  for (const [name, value] of Object.entries(details)) yield* factsOf(fieldLabel(name), value);
}

function* factsOf(label: string, value: unknown): Generator<Fact> {
  if (typeof value !== 'object' || value === null) {
    yield { label, value: plainValue(value) };
    return;
  }
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [`${label} ${index + 1}`, item])
    : Object.entries(value).map(([name, item]) => [`${label}: ${fieldLabel(name)}`, item]);
  if (entries.length === 0) yield { label, value: 'none' };
  for (const [inner, item] of entries) yield* factsOf(inner, item);
}

/** A value as a person reads it; strings and numbers stay as they are. */
export function plainValue(value: unknown): string {
  if (value === null || value === undefined) return 'not stated';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === '' ? '(empty)' : String(value);
}

const FIELD_NAME = /^[a-z][a-z0-9_]*$/;

/** `date_of_birth` as `Date of birth`. A name that is not one of our fields is data, and stays as it is. */
export function fieldLabel(name: string): string {
  if (!FIELD_NAME.test(name)) return name;
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
