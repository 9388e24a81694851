import { COUNTED_UP_TO } from '../../shared/domain/open-count.js';
import { ID_PREFIXES, type IdKind, publicIdPattern } from '../../shared/domain/public-id.js';
import type { JsonSchema } from './json-schema.js';

type Words = Pick<JsonSchema, 'description' | 'examples'>;

/** A text of at most `max` characters. */
export function text(max: number, more: JsonSchema = {}): JsonSchema {
  return { type: 'string', maxLength: max, ...more };
}

/** The `doc_url` of every error: the address of its page. */
export const DOC_URL: JsonSchema = text(2000, {
  description:
    'The page about this kind of error: a URL under the public address of the service or, if that is not configured, a path on this host.',
  examples: ['/docs/errors/validation_failed'],
});

/** A count of open work, capped at COUNTED_UP_TO. */
export function openCount(description: string): JsonSchema {
  return integer(0, COUNTED_UP_TO + 1, {
    description: `${description} Counted up to ${COUNTED_UP_TO}; one more means any larger number.`,
  });
}

/** A whole number; all of ours fit into 32 bits, unless `more` names another format. */
export function integer(minimum: number, maximum: number, more: JsonSchema = {}): JsonSchema {
  return { type: 'integer', format: 'int32', minimum, maximum, ...more };
}

/** True or false. */
export function boolean(more: Words = {}): JsonSchema {
  return { type: 'boolean', ...more };
}

/** One of a list of words. */
export function oneOfWords(words: readonly string[], more: JsonSchema = {}): JsonSchema {
  return { type: 'string', enum: [...words], ...more };
}

/** Exactly this value. */
export function constant(value: string | boolean, more: Words = {}): JsonSchema {
  return { type: typeof value === 'string' ? 'string' : 'boolean', const: value, ...more };
}

/** A moment in UTC as the API writes it, RFC 3339 with milliseconds. */
export function moment(more: Words = {}): JsonSchema {
  return {
    type: 'string',
    format: 'date-time',
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$',
    maxLength: 24,
    examples: ['2026-09-01T08:00:00.123Z'],
    ...more,
  };
}

// Any valid suffix will do; this one is from the TypeID specification.
const EXAMPLE_SUFFIX = '01h2xcejqtf2nbrexx3vqjhp41';

/** An example of a public id. */
export function exampleId(kind: IdKind): string {
  return `${ID_PREFIXES[kind]}_${EXAMPLE_SUFFIX}`;
}

/** A public id: a prefix that says what it identifies, and 26 characters. */
export function id(kind: IdKind, more: Words = {}): JsonSchema {
  const example = exampleId(kind);
  return {
    type: 'string',
    pattern: publicIdPattern(kind),
    maxLength: example.length,
    examples: [example],
    ...more,
  };
}

/** A list of at most `maxItems`. */
export function arrayOf(items: JsonSchema, maxItems: number, more: JsonSchema = {}): JsonSchema {
  return { type: 'array', items, maxItems, ...more };
}

/** Returns a schema that also allows null. */
export function nullable(schema: JsonSchema): JsonSchema {
  if (typeof schema.type !== 'string') return { oneOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(schema.enum !== undefined && { enum: [...schema.enum, null] }),
  };
}

/** A code as the name of a schema: `identity_check` as `IdentityCheck`. */
export function schemaName(code: string): string {
  return code.replace(/(^|_)([a-z])/g, (_match, _start, letter: string) => letter.toUpperCase());
}

/** One of several objects, distinguished by the value of one of their members. */
export function oneOfNamed(
  member: string,
  names: Readonly<Record<string, string>>,
  more: Words = {},
): JsonSchema {
  const mapping = Object.fromEntries(
    Object.entries(names).map(([word, name]) => [word, `#/components/schemas/${name}`]),
  );
  return {
    ...more,
    oneOf: Object.values(names).map(named),
    discriminator: { propertyName: member, mapping },
  };
}

// PDF reports are the largest.
const MAX_FILE_LENGTH = 20_000_000;

/** The bytes of a file. */
export function file(contentMediaType: string): JsonSchema {
  return { type: 'string', format: 'binary', contentMediaType, maxLength: MAX_FILE_LENGTH };
}

/** A reference to a named schema of the document. */
export function named(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** A property that may be absent. */
export class Optional {
  constructor(readonly schema: JsonSchema) {}
}

/** Marks a property that may be absent; one that may be null is `nullable`. */
export function optional(schema: JsonSchema): Optional {
  return new Optional(schema);
}

/** A schema for every property of T, no more and no fewer, marked as optional exactly where T's are. */
export type Properties<T> = {
  readonly [Key in keyof T]-?: Record<never, never> extends Pick<T, Key> ? Optional : JsonSchema;
};

/** The schema of an object of type T; the compiler compares the two. */
export function object<T extends object>(properties: Properties<T>, more: Words = {}): JsonSchema {
  return objectOf(properties, more);
}

/** The schema of an object with these members. */
export function objectOf(
  properties: Readonly<Record<string, JsonSchema | Optional>>,
  more: Words = {},
): JsonSchema {
  const entries = Object.entries<JsonSchema | Optional>(properties);
  return {
    type: 'object',
    ...more,
    properties: Object.fromEntries(
      entries.map(([name, value]) => [name, value instanceof Optional ? value.schema : value]),
    ),
    required: entries.filter(([, value]) => !(value instanceof Optional)).map(([name]) => name),
    additionalProperties: false,
  };
}
