import { HEADERS } from '../../../api/openapi/headers.js';
import type { OpenApiOperation, OpenApiResponse } from '../../../api/openapi/operation.js';
import type { Answer } from './client.js';
import { contractValidator } from './contract-validator.js';

const { document } = contractValidator;

interface DescribedPath {
  pattern: RegExp;
  methods: Partial<Record<string, OpenApiOperation>>;
}

// Paths without parameters first: `/reviews/requeue` is not an id.
const PATHS: readonly DescribedPath[] = Object.entries(document.paths)
  .sort(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')))
  .map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    methods,
  }));

/**
 * Throws if an answer contradicts the API's own description: an unknown status, a body that does not match, a missing
 * header that should always be there, or one that is described, but not for this answer. Undescribed paths are ignored.
 */
export function expectDescribedAnswer(method: string, path: string, answer: Answer): void {
  const described = PATHS.find(({ pattern }) => pattern.test(path.split('?')[0] ?? ''));
  if (described === undefined) return;
  const faults = faultsOf(described, method, answer);
  if (faults.length > 0) {
    throw new Error(
      `${method} ${path} answered ${answer.status} against its description:\n${faults.join('\n')}`,
    );
  }
}

function faultsOf({ methods }: DescribedPath, method: string, answer: Answer): string[] {
  const operation = methods[method === 'HEAD' ? 'get' : method.toLowerCase()];
  if (operation === undefined) {
    if (answer.status !== 405) return ['method unknown'];
    return method === 'HEAD' ? [] : bodyFaults(notAllowed(), answer);
  }
  const response = operation.responses[String(answer.status)];
  if (response === undefined) return ['this status is not described'];
  const found = '$ref' in response ? lookUp(response.$ref) : response;
  return [...headerFaults(found, answer), ...(method === 'HEAD' ? [] : bodyFaults(found, answer))];
}

// Also sent by Node.js, by what compresses answers, and to renew a portal session, whatever the endpoint says.
const ANYWHERE = ['Connection', 'Set-Cookie', 'Vary'];
const JUDGED = Object.keys(HEADERS).filter((name) => !ANYWHERE.includes(name));

/**
 * Those of every answer must be there; which of the others are depends on the case, and is tested with their routes. An
 * error in the middle of a request keeps what was set before it, so only what succeeded must have no others.
 */
function headerFaults({ headers: described }: OpenApiResponse, { status, headers }: Answer): string[] {
  const missing = ['x-correlation-id', 'cache-control'].filter((name) => !headers.has(name));
  const judged = status < 400 ? JUDGED : [];
  const surplus = judged.filter((name) => headers.has(name) && !(name in described));
  return [
    ...missing.map((name) => `the header ${name} is missing`),
    ...surplus.map((name) => `the header ${name} is not described`),
  ];
}

function bodyFaults({ content }: OpenApiResponse, { headers, body }: Answer): string[] {
  const type = headers.get('content-type')?.split(';')[0];
  if (content === undefined) return body === '' ? [] : ['there is a body, and none is described'];
  const media = type === undefined ? undefined : content[type];
  if (media === undefined) return [`the media type ${type} is not described`];
  return media.schema === undefined || type !== 'application/json'
    ? []
    : contractValidator.faults(media.schema, body);
}

function notAllowed(): OpenApiResponse {
  return lookUp('#/components/responses/MethodNotAllowed');
}

function lookUp(reference: string): OpenApiResponse {
  const response = document.components.responses[reference.split('/').at(-1) ?? ''];
  if (response === undefined) throw new Error(`There is no ${reference} in the description`);
  return response;
}
