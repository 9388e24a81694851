import type { JsonSchema } from './json-schema.js';
import { constant } from './schemas.js';
import type { OpenApiDocument } from './write-document.js';

/** The `mode` of every object in test mode (contract 12). */
export const TEST_MODE: JsonSchema = constant('test', {
  description: 'Only in test mode: the data concerns nobody real, and nothing was paid for.',
});

type Schemas = Record<string, JsonSchema>;

/**
 * Describes the `mode` that `api/http/mode.ts` adds to objects in answers to clients and in webhooks: in one place,
 * for all features. An existing description of `mode` is kept.
 */
export function sayTestMode(document: OpenApiDocument): OpenApiDocument {
  const said = structuredClone(document);
  const schemas = said.components.schemas as Schemas;
  for (const operation of Object.values(said.paths).flatMap((path) => Object.values(path))) {
    if (operation.security.length === 0) continue;
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!status.startsWith('2') || !('content' in response)) continue;
      mark(response.content?.['application/json']?.schema, schemas);
    }
  }
  for (const { post } of Object.values(said.webhooks)) {
    mark(post.requestBody?.content['application/json']?.schema, schemas);
  }
  mark(schemas.ProviderUnavailable, schemas);
  return said;
}

/** Adds `mode` to an object, and to the object or list in its `data`. */
function mark(schema: JsonSchema | undefined, schemas: Schemas, inData = false): void {
  if (schema === undefined) return;
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) mark(schemas[name], schemas, inData);
  for (const one of schema.oneOf ?? []) mark(one, schemas, inData);
  const { properties } = schema;
  if (properties === undefined) return;
  const data = properties.data;
  if (!inData) mark(data?.items ?? data, schemas, true);
  if (properties.mode === undefined) Object.assign(properties, { mode: TEST_MODE });
}
