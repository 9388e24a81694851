import type { JsonSchema } from './json-schema.js';
import { constant } from './schemas.js';
import type { OpenApiDocument } from './write-document.js';

/** What every object of test mode says of itself (contract 12). */
export const TEST_MODE: JsonSchema = constant('test', {
  description: 'Only in test mode: the data concerns nobody real, and nothing was paid for.',
});

type Schemas = Record<string, JsonSchema>;

/**
 * Describes the `mode` of the objects that clients are answered with, and of what webhooks post, as `api/http/say-mode.ts`
 * puts it there: in one place, whatever features there are. Where a member `mode` is described already, it stays.
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

/** Marks an object, and the object or list in its `data`. */
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
