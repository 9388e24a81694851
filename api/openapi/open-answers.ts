import type { JsonSchema } from './json-schema.js';
import type { OpenApiMedia, OpenApiOperation, OpenApiResponse } from './operation.js';
import { namesIn } from './schema-names.js';
import type { OpenApiDocument } from './write-document.js';

/**
 * The description as it is published. Answers and events may have more members and words than this release knows,
 * because later ones may add them (docs/versioning.md); what a caller sends stays as closed as its validation.
 */
export function openAnswers(document: OpenApiDocument): OpenApiDocument {
  const { paths, webhooks, components } = document;
  const sent = sentNames(document);
  return {
    ...document,
    paths: mapValues(paths, (methods) => mapValues(methods, openResponses)),
    webhooks: mapValues(webhooks, ({ post }) => ({ post: openEvent(post) })),
    components: {
      ...components,
      schemas: Object.fromEntries(
        Object.entries(components.schemas).map(([name, schema]) => [
          name,
          sent.has(name) ? schema : openSchema(schema),
        ]),
      ),
      responses: mapValues(components.responses, openResponse),
    },
  };
}

/** The names of all schemas used in requests. */
export function sentNames({ paths, components }: OpenApiDocument): Set<string> {
  const requests = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ parameters, requestBody }) => ({ parameters, requestBody }));
  return namesIn(requests, components.schemas);
}

/** Returns a schema that is also open to further members and, where it lists words, to other words. */
export function openSchema(schema: JsonSchema): JsonSchema {
  const { additionalProperties, properties, items, anyOf, oneOf, ...keywords } = schema;
  const opened: JsonSchema = {
    ...keywords,
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: openSchema(additionalProperties),
    }),
    ...(additionalProperties === true && { additionalProperties }),
    ...(properties !== undefined && { properties: mapValues(properties, openSchema) }),
    ...(items !== undefined && { items: openSchema(items) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(openSchema) }),
    ...(oneOf !== undefined && { oneOf: oneOf.map(openSchema) }),
  };
  return schema.enum === undefined ? opened : openWords(opened);
}

// Our own words are much shorter.
const MAX_WORD_LENGTH = 100;

function openWords({ type, enum: words = [], ...rest }: JsonSchema): JsonSchema {
  return {
    ...rest,
    anyOf: [
      { ...(type !== undefined && { type }), enum: words },
      { type: 'string', maxLength: MAX_WORD_LENGTH },
    ],
  };
}

function openResponses(operation: OpenApiOperation): OpenApiOperation {
  return { ...operation, responses: mapValues(operation.responses, openResponse) };
}

function openResponse<R extends OpenApiResponse | { $ref: string }>(response: R): R {
  if (!('content' in response) || response.content === undefined) return response;
  return { ...response, content: mapValues(response.content, openMedia) };
}

function openEvent(operation: OpenApiOperation): OpenApiOperation {
  const { requestBody } = operation;
  if (requestBody === undefined) return operation;
  return {
    ...operation,
    requestBody: { ...requestBody, content: mapValues(requestBody.content, openMedia) },
  };
}

function openMedia(media: OpenApiMedia): OpenApiMedia {
  return media.schema === undefined ? media : { ...media, schema: openSchema(media.schema) };
}

function mapValues<T extends object>(record: T, map: (value: NonNullable<T[keyof T]>) => T[keyof T]): T {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)])) as T;
}
