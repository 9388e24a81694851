import { getMetadataStorage } from 'class-validator';
import { NoFields } from '../validation/no-fields.js';
import type { FieldContext } from '../validation/rules.js';
import type { BodyDescription } from './describe.js';
import type { JsonSchema } from './json-schema.js';

/** What only the description needs: meaning and examples of fields, and bounds the route checks itself. */
export type FieldWords<T> = { readonly [Field in keyof T]?: JsonSchema };

/**
 * The schema of a body, derived from its validation rules: each field's schema is stated next to its rule, and a field
 * is required exactly if its rule refuses its absence.
 */
export function bodySchema<T extends object>(
  Dto: new () => T,
  words: FieldWords<T> = {},
  description?: string,
): JsonSchema {
  const more: Readonly<Record<string, JsonSchema | undefined>> = { ...words };
  const fields = fieldsOf(Dto);
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties: Object.fromEntries(fields.map(([name, { schema }]) => [name, { ...schema, ...more[name] }])),
    required: fields.filter(([, { rule }]) => rule(undefined) !== undefined).map(([name]) => name),
    additionalProperties: false,
  };
}

/** The body of an operation that needs none: absent, or an empty object. */
export const EMPTY_BODY: BodyDescription = {
  schema: bodySchema(NoFields),
  examples: { nothing: {} },
  required: false,
};

function fieldsOf(Dto: new () => object): [name: string, context: FieldContext][] {
  const metadata = getMetadataStorage().getTargetValidationMetadatas(Dto, '', false, false);
  return metadata.map(({ propertyName, context }) => [propertyName, context as FieldContext]);
}
