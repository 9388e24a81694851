import type { Request, RequestHandler } from 'express';
import { hasAtMost } from '../../shared/domain/characters.js';
import { echoName } from '../../shared/domain/echo-name.js';
import { type FieldFault, MAX_UNKNOWN_FIELDS } from '../../shared/domain/faults.js';
import { invalidQuery } from '../errors/catalogue.js';
import { validatePlain } from '../validation/text-rules.js';

/** The result of reading one parameter: its value, or what is wrong with it. */
export type QueryValue<T> = { ok: true; value: T } | { ok: false; code: string; message: string };
export type QueryReader<T> = (text: string) => QueryValue<T>;

/**
 * Reads query parameters one by one and collects every fault, so that the caller learns of all of them at once. After a
 * fault the value is undefined: call `finish` before using any of them.
 */
export class Query {
  readonly #faults: FieldFault[] = [];
  readonly #read = new Set<string>();

  constructor(private readonly parameters: Request['query']) {}

  /** The value of a parameter, or undefined if it is absent or faulty. */
  optional<T>(name: string, read: QueryReader<T>): T | undefined {
    this.#read.add(name);
    const text = this.parameters[name];
    if (text === undefined) return undefined;
    if (typeof text !== 'string') {
      this.fault(name, 'repeated', 'Send this parameter only once.');
      return undefined;
    }
    const hidden = validatePlain(text);
    const judgement = hidden === undefined ? read(text) : { ok: false as const, ...hidden };
    if (judgement.ok) return judgement.value;
    this.fault(name, judgement.code, judgement.message);
    return undefined;
  }

  /** Adds a fault of a parameter, for example one that two parameters make together. */
  fault(field: string, code: string, message: string): void {
    this.#faults.push({ field, code, message });
  }

  /** Everything that is wrong: faulty parameters, and unknown ones. */
  faults(): FieldFault[] {
    const unknown = Object.keys(this.parameters).filter((name) => !this.#read.has(name));
    return [...this.#faults, ...unknown.slice(0, MAX_UNKNOWN_FIELDS).map((name) => this.#unknownField(name))];
  }

  /** Throws 422 if anything is wrong. */
  finish(): void {
    const faults = this.faults();
    if (faults.length > 0) throw invalidQuery(faults);
  }

  #unknownField(name: string): FieldFault {
    const known = [...this.#read].join(', ');
    const advice = known === '' ? 'This address takes no query parameters.' : `Known parameters: ${known}.`;
    return { field: echoName(name), code: 'unknown_field', message: `Remove it. ${advice}` };
  }
}

/** Policy of an endpoint without query parameters. */
export const noQuery: RequestHandler = (req, _res, next) => {
  new Query(req.query).finish();
  next();
};

/** Reads a whole number within a range, in plain digits. */
export function wholeNumber(min: number, max: number): QueryReader<number> {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max
      ? { ok: true, value }
      : { ok: false, code: 'invalid_number', message: `Must be a whole number from ${min} to ${max}.` };
  };
}

/** Reads one of a list of words. */
export function oneOf<const Word extends string>(words: readonly Word[]): QueryReader<Word> {
  return (text) => {
    const value = words.find((word) => word === text);
    return value === undefined
      ? { ok: false, code: 'invalid_choice', message: `Must be one of: ${words.join(', ')}.` }
      : { ok: true, value };
  };
}

/** Reads whatever `parse` returns; undefined is a fault with the given code and message. */
export function parsedBy<T>(
  parse: (text: string) => T | undefined,
  code: string,
  message: string,
): QueryReader<T> {
  return (text) => {
    const value = parse(text);
    return value === undefined ? { ok: false, code, message } : { ok: true, value };
  };
}

/** Reads a text as bodies do: without white space around it, and of 1 to `max` characters. */
export function textUpTo(max: number, code: string, message: string): QueryReader<string> {
  const parse = (raw: string): string | undefined => {
    const text = raw.trim();
    return text !== '' && hasAtMost(text, max) ? text : undefined;
  };
  return parsedBy(parse, code, message);
}
