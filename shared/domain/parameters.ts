import { COUNTRY_CODES } from './countries.js';
import { echoName } from './echo-name.js';
import { type FieldFault, MAX_UNKNOWN_FIELDS } from './faults.js';
import { cleanVin } from './input-types.js';
import { isObject } from './is-object.js';
import { isPlainText } from './plain-text.js';

/** The optional inputs besides the subject. */
export const PARAMETER_NAMES = ['entity', 'country', 'dataset', 'vin'] as const;
export type ParameterName = (typeof PARAMETER_NAMES)[number];
export type Parameters = Partial<Record<ParameterName, string>>;

/** The part of a service that says which parameters it takes. */
interface Taking {
  readonly parameters: readonly ParameterName[];
}

export type CleanedParameters = { ok: true; value: Parameters } | { ok: false; faults: FieldFault[] };

interface ParameterRule {
  readonly clean: (text: string) => string | undefined;
  readonly message: string;
  /** Default of an absent parameter; without one, absent stays absent. */
  readonly standard?: string;
}

const COUNTRIES: ReadonlySet<string> = new Set(COUNTRY_CODES);
const TWO_LETTERS = /^[A-Z]{2}$/i;

/** The rule of each parameter (contract 4.1). */
const RULES: Readonly<Record<ParameterName, ParameterRule>> = {
  entity: { ...oneOf(['person', 'company']), standard: 'person' },
  country: {
    clean: cleanCountry,
    message: 'Use the two-letter country code of ISO 3166-1, for example ZA.',
    standard: 'ZA',
  },
  dataset: { ...oneOf(['all', 'sanctions', 'pep']), standard: 'all' },
  vin: {
    clean: cleanVin,
    message: 'Enter the 17 letters and digits of the VIN; it never contains I, O or Q.',
  },
};

/**
 * Judges a request's `parameters` (any JSON value; undefined if absent) against those the service takes, and fills in
 * defaults. Nothing is coerced, and all faults are reported at once. Without a service only the type can be judged, and
 * the value is empty.
 */
export function cleanParameters(service: Taking | undefined, raw: unknown): CleanedParameters {
  if (raw !== undefined && !isObject(raw)) {
    return {
      ok: false,
      faults: [invalidType('parameters', 'Send an object of parameters, or omit it.')],
    };
  }
  if (service === undefined) return { ok: true, value: {} };
  const given = new Map<string, unknown>(Object.entries(raw ?? {}));
  const faults = unknownParameters(service, [...given.keys()]);
  const value: Parameters = {};
  for (const name of service.parameters) {
    const cleaned = given.has(name) ? cleanParameter(name, given.get(name)) : RULES[name].standard;
    if (typeof cleaned === 'string') value[name] = cleaned;
    else if (cleaned !== undefined) faults.push(cleaned);
  }
  return faults.length === 0 ? { ok: true, value } : { ok: false, faults };
}

/** Returns the parameters that a service takes, with the defaults of those that are absent (contract 4.1). */
export function withDefaults(service: Taking, given: Parameters): Parameters {
  const named = service.parameters.map((name) => [name, given[name] ?? RULES[name].standard] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== undefined));
}

function cleanParameter(name: ParameterName, given: unknown): string | FieldFault {
  const { clean, message } = RULES[name];
  const field = `parameters.${name}`;
  if (typeof given !== 'string') return invalidType(field, `Must be a string. ${message}`);
  if (!isPlainText(given)) return { field, code: 'invalid_text', message: `Type it by hand. ${message}` };
  return clean(given) ?? { field, code: `invalid_${name}`, message };
}

function unknownParameters(service: Taking, names: readonly string[]): FieldFault[] {
  const known: readonly string[] = service.parameters;
  const advice =
    known.length === 0 ? 'this check takes no parameters' : `this check takes ${known.join(', ')}`;
  return names
    .filter((name) => !known.includes(name))
    .slice(0, MAX_UNKNOWN_FIELDS)
    .map((name) => ({
      field: `parameters.${echoName(name)}`,
      code: 'unknown_field',
      message: `Remove it: ${advice}.`,
    }));
}

function invalidType(field: string, message: string): FieldFault {
  return { field, code: 'invalid_type', message };
}

function oneOf(words: readonly string[]): Pick<ParameterRule, 'clean' | 'message'> {
  return {
    clean: (text) => (words.includes(text) ? text : undefined),
    message: `Must be one of: ${words.join(', ')}.`,
  };
}

function cleanCountry(text: string): string | undefined {
  // Checked for letters first, because upper-casing can turn other characters into letters ("ß" into "SS", South
  // Sudan).
  const code = TWO_LETTERS.test(text) ? text.toUpperCase() : '';
  return COUNTRIES.has(code) ? code : undefined;
}
