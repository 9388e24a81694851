import type { JsonSchema } from '../../api/openapi/json-schema.js';
import type { OpenApiMedia, OpenApiOperation, OpenApiParameter } from '../../api/openapi/operation.js';
import type { OpenApiDocument } from '../../api/openapi/write-document.js';
import { idOrVariable, keepScript, VARIABLES } from './collection-variables.js';

/** The part of Postman's collection format 2.1 that we write; Bruno and Insomnia import it, too. */
export interface Collection {
  info: { name: string; description: string; schema: string };
  auth: object;
  variable: Pair[];
  item: CollectionFolder[];
}

export interface CollectionFolder {
  name: string;
  description: string;
  item: CollectionItem[];
}

export interface CollectionItem {
  name: string;
  event?: CollectionScript[];
  request: CollectionRequest;
  response: CollectionResponse[];
}

/** A script that runs when the answer to a request has arrived. */
export interface CollectionScript {
  listen: 'test';
  script: { type: 'text/javascript'; exec: string[] };
}

export interface CollectionRequest {
  method: string;
  description: string;
  /** Absent if the collection's token is sent. */
  auth?: { type: 'noauth' };
  header: Pair[];
  url: { raw: string; host: string[]; path: string[]; query: Pair[]; variable: Pair[] };
  body?: { mode: 'raw'; raw: string; options: { raw: { language: 'json' } } };
}

interface CollectionResponse {
  name: string;
  code: number;
  status: string;
  header: Pair[];
  body: string;
}

export interface Pair {
  key: string;
  value: string;
  description?: string;
  /** Shown, but sent only if the user ticks it. */
  disabled?: boolean;
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Every operation of an API description as a request ready to send, with its examples; one folder per tag. */
export function collectionOf(document: OpenApiDocument): Collection {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return {
    info: { name: document.info.title, description: document.info.description, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [{ key: 'base_url', value: 'http://localhost:3000' }, ...VARIABLES],
    item: document.tags.map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ path, method, operation }) => itemOf(path, method, operation)),
    })),
  };
}

function itemOf(path: string, method: string, operation: OpenApiOperation): CollectionItem {
  return {
    name: operation.summary,
    ...keepScript(operation.operationId),
    request: requestOf(path, method, operation),
    response: responsesOf(operation),
  };
}

function requestOf(path: string, method: string, operation: OpenApiOperation): CollectionRequest {
  const { summary, description = summary, parameters, requestBody, security } = operation;
  const parametersIn = (place: OpenApiParameter['in']) => parameters.filter((one) => one.in === place);
  const steps = path
    .replace(/\{(\w+)\}/g, ':$1')
    .split('/')
    .slice(1);
  const headers = parametersIn('header');
  const example = exampleIn(requestBody?.content);
  const body = headers.some(({ name }) => name === KEY_HEADER) ? withoutKey(example) : example;
  return {
    method: method.toUpperCase(),
    description,
    ...(security.length === 0 && { auth: { type: 'noauth' } as const }),
    header: [
      ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
      ...headers.map(headerPair),
    ],
    url: {
      raw: `{{base_url}}/${steps.join('/')}`,
      host: ['{{base_url}}'],
      path: steps,
      query: parametersIn('query').map((one) => ({ ...pairOf(one), disabled: !one.required })),
      variable: parametersIn('path').map(pairOf),
    },
    ...(body !== undefined && {
      body: { mode: 'raw', raw: pretty(body), options: { raw: { language: 'json' } } },
    }),
  };
}

/** A request sent twice from the collection means two requests, so each gets a new idempotency key. */
const KEY_HEADER = 'Idempotency-Key';

function headerPair(parameter: OpenApiParameter): Pair {
  return parameter.name === KEY_HEADER
    ? { ...pairOf(parameter), value: '{{$guid}}' }
    : { ...pairOf(parameter), disabled: !parameter.required };
}

/** The body may also contain a key, but only the same one. */
function withoutKey(example: unknown): object {
  const { idempotency_key: _key, ...rest } = example as Record<string, unknown>;
  return rest;
}

function pairOf({ name, description, schema }: OpenApiParameter): Pair {
  return { key: name, value: idOrVariable(String(exampleOf(schema))), description };
}

function exampleOf({ examples, default: preset, enum: words }: JsonSchema): unknown {
  return examples?.[0] ?? preset ?? words?.[0] ?? '';
}

function responsesOf({ responses }: OpenApiOperation): CollectionResponse[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    if ('$ref' in response) return [];
    const example = exampleIn(response.content);
    const isJson = example !== undefined;
    return [
      {
        name: response.description,
        code: Number(status),
        status,
        header: isJson ? [{ key: 'Content-Type', value: 'application/json' }] : [],
        body: isJson ? pretty(example) : '',
      },
    ];
  });
}

/** The first example in JSON. */
function exampleIn(content: Readonly<Record<string, OpenApiMedia>> | undefined): unknown {
  return Object.values(content?.['application/json']?.examples ?? {})[0]?.value;
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
