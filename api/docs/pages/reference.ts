import type { OpenApiOperation } from '../../openapi/operation.js';
import type { OpenApiDocument } from '../../openapi/write-document.js';
import { firstSentence, type Page } from '../page.js';
import { headingId } from '../render-markdown.js';
import { describeOperation, type Operation } from './reference-operation.js';
import { describeSchema, table, value } from './reference-schema.js';

/** The API reference, generated from the OpenAPI document: a page for each group, operation and schema. */
export function referencePages(document: OpenApiDocument): Page[] {
  return [
    overview(document),
    authentication(document),
    ...document.tags.flatMap(({ name, description }) => groupPages(document, name, description)),
    headers(document),
    schemaList(document),
    ...Object.entries(document.components.schemas).map(([name, schema]) =>
      page(`schemas/${name}`, name, schema.description ?? `The members of ${name}.`, [
        schema.description,
        describeSchema(schema),
      ]),
    ),
  ];
}

/** The address of the page of a group of operations, below /docs/. */
function groupPath(tag: string): string {
  return `reference/${headingId(tag)}`;
}

function page(
  path: string,
  title: string,
  summary: string,
  parts: (string | undefined)[],
  inMenu = false,
): Page {
  return {
    path: `reference/${path}`,
    title,
    section: 'Reference',
    summary: firstSentence(summary),
    markdown: parts.filter((part) => part !== undefined).join('\n\n'),
    inMenu,
  };
}

function overview({ info, tags }: OpenApiDocument): Page {
  const groups = tags.map(({ name, description }) => [`[${name}](/docs/${groupPath(name)})`, description]);
  return {
    path: 'reference',
    title: 'API reference',
    section: 'Reference',
    summary: 'Every operation with its fields, responses, errors and examples.',
    markdown: [
      info.description,
      `API version ${info.version}. For programs: [openapi.json](/api/v1/openapi.json), OpenAPI 3.1.`,
      '## Operations by topic',
      table(['Topic', 'What it is about'], groups),
      'See also [authentication](/docs/reference/authentication), [headers](/docs/reference/headers) and [schemas](/docs/reference/schemas).',
    ].join('\n\n'),
    inMenu: true,
  };
}

function authentication({ components }: OpenApiDocument): Page {
  const ways = Object.entries(components.securitySchemes).map(([name, { description }]) => [
    `\`${name}\``,
    description,
  ]);
  return page(
    'authentication',
    'Authentication',
    'Three ways to authenticate: an access token, an API key or the session cookie of the portal.',
    [
      'Every operation except the public ones requires authentication. Send a token or a key as `Authorization: Bearer …`.',
      table(['Way', 'What it is'], ways),
      'See [Authentication](/docs/guides/authentication).',
    ],
    true,
  );
}

function groupPages(document: OpenApiDocument, tag: string, description: string): Page[] {
  const operations = operationsOf(document, tag);
  const own = groupPath(tag).replace('reference/', '');
  const rows = operations.map(({ path, method, operation, isEvent }) => [
    `[${operation.summary}](/docs/reference/${own}/${operation.operationId})`,
    isEvent ? `\`${path}\`, posted to you` : `\`${method.toUpperCase()} ${path}\``,
  ]);
  return [
    page(own, tag, description, [description, table(['Operation', 'Address'], rows)], true),
    ...operations.map((entry) =>
      page(
        `${own}/${entry.operation.operationId}`,
        entry.operation.summary,
        entry.operation.description ?? `${entry.operation.summary}.`,
        [describeOperation(document, entry)],
      ),
    ),
  ];
}

type Described = Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;

/** The operations of a group, followed by the events that are posted to the caller. */
export function operationsOf({ paths, webhooks }: OpenApiDocument, tag: string): Operation[] {
  const entries = (all: Described, isEvent: boolean): Operation[] =>
    Object.entries(all).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.tags.includes(tag))
        .map(([method, operation]) => ({ path, method, operation, isEvent })),
    );
  return [...entries(paths as Described, false), ...entries(webhooks, true)];
}

function headers({ components }: OpenApiDocument): Page {
  const rows = Object.entries(components.headers).map(([name, { description, schema }]) => [
    `\`${name}\``,
    value(schema),
    description,
  ]);
  return page(
    'headers',
    'Headers',
    'The response headers, and the header that every request can send.',
    [
      'Every request can send `X-Correlation-Id`, an identifier of your choice: 1 to 64 characters of `A-Z a-z 0-9 . _ -`. It is returned in the response and identifies the request in our logs.',
      table(['Response header', 'Value', 'Meaning'], rows),
    ],
    true,
  );
}

function schemaList({ components }: OpenApiDocument): Page {
  const names = Object.keys(components.schemas).sort();
  return page(
    'schemas',
    'Schemas',
    'Every named object of the API.',
    [
      'Later releases may add members and enum values to responses: [ignore what you do not know](/docs/versions).',
      table(
        ['Schema', 'What it is'],
        names.map((name) => [
          `[${name}](/docs/reference/schemas/${name})`,
          firstSentence(components.schemas[name]?.description ?? ''),
        ]),
      ),
    ],
    true,
  );
}
