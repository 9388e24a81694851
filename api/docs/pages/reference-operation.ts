import type { OpenApiMedia, OpenApiOperation, OpenApiResponse } from '../../openapi/operation.js';
import type { OpenApiDocument } from '../../openapi/write-document.js';
import { accessWords } from './access-words.js';
import { curlFor } from './curl.js';
import { describeSchema, table, value } from './reference-schema.js';

/** An operation with its address. For an event, its type stands in place of the path. */
export interface Operation {
  path: string;
  method: string;
  operation: OpenApiOperation;
  isEvent: boolean;
}

/** Everything a caller has to know about one operation. */
export function describeOperation(
  document: OpenApiDocument,
  { path, method, operation, isEvent }: Operation,
): string {
  const { description, requestBody } = operation;
  const answers = Object.entries(operation.responses).map(([status, response]) => ({
    status,
    response: '$ref' in response ? lookUp(document, response.$ref) : response,
    isError: '$ref' in response,
  }));
  return [
    isEvent ? `\`POST\` to your URL, with the type \`${path}\`` : `\`${method.toUpperCase()} ${path}\``,
    description,
    isEvent ? undefined : accessWords(operation),
    isEvent ? undefined : curlFor(path, method, operation),
    describeParameters(operation),
    requestBody === undefined ? undefined : `## Body\n\n${describeMedia(requestBody.content)}`,
    '## Responses',
    ...answers
      .filter(({ isError }) => !isError)
      .map(({ status, response }) => describeAnswer(status, response)),
    describeErrors(answers.filter(({ isError }) => isError)),
  ]
    .filter((part) => part !== undefined)
    .join('\n\n');
}

/** Every operation takes a correlation id, so it is described once, on a page of its own. */
function describeParameters({ parameters }: OpenApiOperation): string | undefined {
  const own = parameters.filter(({ name }) => name !== 'X-Correlation-Id');
  if (own.length === 0) return undefined;
  const rows = own.map(({ name, in: place, description, schema, required, deprecated }) => [
    `\`${name}\` *${place}${required ? '' : ', optional'}${deprecated === true ? ', deprecated' : ''}*`,
    value(schema),
    description,
  ]);
  return `## Parameters\n\n${table(['Parameter', 'Value', 'Meaning'], rows)}`;
}

function describeAnswer(status: string, { description, headers, content }: OpenApiResponse): string {
  const names = Object.keys(headers).filter((name) => !EVERYWHERE.has(name));
  return [
    `### ${status}`,
    description,
    names.length === 0
      ? undefined
      : `Headers: ${names.map((name) => `[\`${name}\`](/docs/reference/headers)`).join(', ')}`,
    content === undefined ? undefined : describeMedia(content),
  ]
    .filter((part) => part !== undefined)
    .join('\n\n');
}

/** Headers that every answer has. */
const EVERYWHERE = new Set(['X-Correlation-Id', 'Cache-Control', 'X-Content-Type-Options']);

function describeErrors(
  answers: readonly { status: string; response: OpenApiResponse }[],
): string | undefined {
  if (answers.length === 0) return undefined;
  const rows = answers.map(({ status, response }) => [
    status,
    errorNames(response)
      .map((name) => `[\`${name}\`](/docs/errors/${name})`)
      .join(', '),
    response.description,
  ]);
  return `### Errors\n\n${table(['HTTP', 'Code', 'When'], rows)}`;
}

/** The stable names of the errors an answer may contain. */
export function errorNames({ content = {} }: OpenApiResponse): string[] {
  return Object.keys(content['application/json']?.examples ?? {});
}

function describeMedia(content: Readonly<Record<string, OpenApiMedia>>): string {
  return Object.entries(content)
    .map(([type, { schema, examples = {} }]) =>
      [
        `\`${type}\``,
        schema === undefined ? undefined : describeSchema(schema),
        ...Object.entries(examples).map(
          ([name, { value: example }]) => `Example: ${name.replaceAll('_', ' ')}\n\n${fence(example)}`,
        ),
      ]
        .filter((part) => part !== undefined)
        .join('\n\n'),
    )
    .join('\n\n');
}

/** An example as a block of code. */
export function fence(example: unknown): string {
  return typeof example === 'string'
    ? `\`\`\`\n${example.trimEnd()}\n\`\`\``
    : `\`\`\`json\n${JSON.stringify(example, undefined, 2)}\n\`\`\``;
}

function lookUp({ components }: OpenApiDocument, reference: string): OpenApiResponse {
  const response = components.responses[reference.split('/').at(-1) ?? ''];
  if (response === undefined) throw new Error(`Bug: the description lacks ${reference}`);
  return response;
}
