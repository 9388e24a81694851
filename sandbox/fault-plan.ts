import { isObject } from '../shared/domain/is-object.js';
import { type JsonObject, RequestError } from './http.js';
import { PROVIDER_PATHS } from './routes.js';

export const FAULT_KINDS = [
  'status',
  'reset',
  'hang',
  'garbage',
  'truncated',
  'drip',
  'oversized',
  'redirect',
  'wrong_subject',
  'wrong_schema',
  'slow',
] as const;
type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault on demand, as `POST /_faults` accepts it; docs/sandbox.md describes each kind. */
export interface Fault {
  path?: string;
  /** How many calls are affected; if absent, all until the faults are cleared. */
  times?: number;
  fault: FaultKind;
  status?: number;
  delay_ms?: number;
  headers?: Readonly<Record<string, string>>;
  body?: string | JsonObject;
}

type Check = (value: unknown) => boolean;

const MAX_DELAY_MS = 600_000;

/** The rule of each field, and the end of the sentence "<field> must be …". */
const FIELDS: Readonly<Record<keyof Fault, readonly [Check, string]>> = {
  path: [oneOf(PROVIDER_PATHS), `one of ${PROVIDER_PATHS.join(', ')}, or absent for all`],
  times: [wholeNumber(1, 1_000_000), 'a whole number from 1 to 1000000, or absent for "until cleared"'],
  fault: [oneOf(FAULT_KINDS), `one of ${FAULT_KINDS.join(', ')}`],
  status: [wholeNumber(200, 599), 'an HTTP status from 200 to 599'],
  delay_ms: [wholeNumber(0, MAX_DELAY_MS), `milliseconds from 0 to ${MAX_DELAY_MS}`],
  headers: [isHeaders, 'an object of header names and string values, without line breaks'],
  body: [(value) => typeof value === 'string' || isObject(value), 'a string or an object'],
};

/** The faults still to come, oldest first: a call takes the first that matches its path. */
export class FaultPlan {
  #faults: Fault[] = [];

  /** Adds a fault. Throws RequestError listing everything wrong with it. */
  add(body: JsonObject): Fault {
    const problems = Object.entries(body).flatMap(([field, value]) => problemOf(field, value));
    if (body.fault === undefined) problems.push(`fault must be ${FIELDS.fault[1]}`);
    if (problems.length > 0) throw new RequestError(400, 'invalid_fault', problems.join('; '));
    const fault = { ...body } as unknown as Fault;
    this.#faults.push(fault);
    return { ...fault };
  }

  /** Takes the fault for the next call of a path, if any, and counts it. */
  take(path: string): Fault | undefined {
    const fault = this.#faults.find((candidate) => candidate.path === undefined || candidate.path === path);
    if (fault?.times === undefined) return fault;
    fault.times -= 1;
    if (fault.times === 0) this.#faults = this.#faults.filter((other) => other !== fault);
    return fault;
  }

  clear(): void {
    this.#faults = [];
  }
}

function problemOf(field: string, value: unknown): string[] {
  if (!Object.hasOwn(FIELDS, field)) {
    return [`${field.slice(0, 40)} is unknown: use ${Object.keys(FIELDS).join(', ')}`];
  }
  const [fits, rule] = FIELDS[field as keyof Fault];
  return fits(value) ? [] : [`${field} must be ${rule}`];
}

function oneOf(choices: readonly string[]): Check {
  return (value) => typeof value === 'string' && choices.includes(value);
}

function wholeNumber(min: number, max: number): Check {
  return (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
}

function isHeaders(value: unknown): boolean {
  const name = /^[A-Za-z0-9-]{1,100}$/;
  const text = /^[\t\x20-\x7e]*$/;
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([key, item]) => name.test(key) && typeof item === 'string' && text.test(item),
    )
  );
}
