import { hasAtMost } from '../../../shared/domain/characters.js';
import { isObject } from '../../../shared/domain/is-object.js';
import { MAX_CHARACTERS, MAX_NUMBER } from '../../../shared/facts/fact-schema.js';
import type { JsonObject } from './parse-json.js';

/** Turns an unknown JSON value into a typed one, or throws SchemaError. */
export type Reader<T> = (value: unknown) => T;

/** The answer does not fit the route's schema. Deliberately carries no data, nor where it was thrown. */
export class SchemaError extends Error {
  constructor() {
    // `either` tries its first reader on each of thousands of values: stacks were most of what that took.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super();
    Error.stackTraceLimit = stackTraceLimit;
  }
}

// Lists have no limit of their own, only the 1 MiB of the whole answer (contract 17).
/** For one part; a bundle joins those of its parts. */
const MAX_REFERENCE = 600;
const MAX_PHOTO_CHARACTERS = 1024 * 1024;

/**
 * Control characters and lone surrogates, which do not belong in a report, document or log line; line breaks are fine.
 */
const UNPRINTABLE = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const JPEG_MAGIC = Buffer.from([0xff, 0xd8, 0xff]);

/** A string of printable characters, at most as long as a fact may be. */
export const text = textUpTo(MAX_CHARACTERS);

/** A string of 1 to 600 printable characters. */
export const reference: Reader<string> = (value) => {
  if (value === '') throw new SchemaError();
  return readReference(value);
};
const readReference = textUpTo(MAX_REFERENCE);

function textUpTo(most: number): Reader<string> {
  return (value) => {
    if (typeof value !== 'string' || !hasAtMost(value, most) || UNPRINTABLE.test(value)) {
      throw new SchemaError();
    }
    return value;
  };
}

/** A JSON boolean. */
export const flag: Reader<boolean> = (value) => {
  if (typeof value !== 'boolean') throw new SchemaError();
  return value;
};

/** A number from 0 to the largest a fact may be. */
export const amount: Reader<number> = (value) => {
  if (typeof value !== 'number' || !(value >= 0 && value <= MAX_NUMBER)) throw new SchemaError();
  return value;
};

/** An existing date, as yyyy-mm-dd. */
export const isoDate: Reader<string> = (value) => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) throw new SchemaError();
  const day = new Date(`${value}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== value) throw new SchemaError();
  return value;
};

/** A JPEG file in strict base64, returned as bytes. */
export const jpeg: Reader<Buffer> = (value) => {
  if (typeof value !== 'string' || value.length > MAX_PHOTO_CHARACTERS) throw new SchemaError();
  if (value.length % 4 !== 0 || !BASE64.test(value)) throw new SchemaError();
  const bytes = Buffer.from(value, 'base64');
  if (!bytes.subarray(0, JPEG_MAGIC.length).equals(JPEG_MAGIC)) throw new SchemaError();
  return bytes;
};

/** An object whose content is not checked. */
export const anyObject: Reader<JsonObject> = (value) => {
  if (!isObject(value)) throw new SchemaError();
  return value;
};

/** One of the given strings. */
export function oneOf<const T extends string>(...allowed: readonly T[]): Reader<T> {
  return (value) => {
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) throw new SchemaError();
    return found;
  };
}

/** The first reader that accepts the value. */
export function either<A, B>(first: Reader<A>, second: Reader<B>): Reader<A | B> {
  return (value) => {
    try {
      return first(value);
    } catch {
      return second(value);
    }
  };
}

/** A field that may be absent or null, which is how many registers write "not stated" (contract 17). */
export function optional<T>(read: Reader<T>): Reader<T | undefined> {
  return (value) => (value === undefined || value === null ? undefined : read(value));
}

/** An array of any length, read whole. */
export function list<T>(read: Reader<T>): Reader<T[]> {
  return (value) => {
    if (!Array.isArray(value)) throw new SchemaError();
    return value.map((item: unknown) => read(item));
  };
}

type Shape = Record<string, Reader<unknown>>;

/** An object with these fields; others are ignored and inherited ones never read. */
export function object<S extends Shape>(shape: S): Reader<{ [K in keyof S]: ReturnType<S[K]> }> {
  const readers = Object.entries(shape);
  return (value) => {
    const source = anyObject(value);
    const fields = readers.map(([name, read]) => [
      name,
      read(Object.hasOwn(source, name) ? source[name] : undefined),
    ]);
    return Object.fromEntries(fields);
  };
}

/** Requires an optional field that this answer cannot do without. Throws SchemaError if it is absent. */
export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new SchemaError();
  return value;
}
