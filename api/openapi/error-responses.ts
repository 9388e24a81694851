import { docUrl } from '../../shared/doc-url.js';
import type { ErrorKind } from '../errors/catalogue.js';
import { DESCRIPTIONS, ERROR_KINDS, errorSchemaName, nameOf, SAMPLES } from './error-schemas.js';
import { COMMON_HEADERS, HEADERS, type HeaderName, headerRefs } from './headers.js';
import { exampleId, named } from './schemas.js';

/** Errors that share their status with another one wherever they occur, so that they need no response of their own. */
const NEVER_ALONE: readonly ErrorKind[] = ['step_up_required', 'limit_reached'];

/** The named responses of all errors. */
export const ERROR_RESPONSES = Object.fromEntries(
  ERROR_KINDS.filter((kind) => !NEVER_ALONE.includes(kind)).map((kind) => [nameOf(kind), responseOf(kind)]),
);

function responseOf(kind: ErrorKind) {
  return {
    description: DESCRIPTIONS[kind],
    headers: headerRefs([...COMMON_HEADERS, ...headersOf(kind)]),
    content: {
      'application/json': {
        schema: named(errorSchemaName(kind)),
        examples: { [kind]: { value: exampleOf(kind) } },
      },
    },
  };
}

function exampleOf(kind: ErrorKind): object {
  const { message, body } = SAMPLES[kind];
  const correlation_id = exampleId('verification').slice(4);
  return { status: kind, message, correlation_id, doc_url: docUrl(undefined, kind), ...body };
}

function headersOf(kind: ErrorKind): HeaderName[] {
  return Object.keys(SAMPLES[kind].headers).filter((name): name is HeaderName => name in HEADERS);
}

/** The response of an error, or of several that share a status; `own` are headers that the endpoint adds. */
export function errorResponse(kinds: readonly ErrorKind[], own: readonly HeaderName[] = []) {
  const [kind, ...others] = kinds;
  if (kind === undefined) throw new Error('Bug: a response without an error');
  if (others.length === 0 && own.length === 0) return { $ref: `#/components/responses/${nameOf(kind)}` };
  const examples = kinds.map((each) => [each, { value: exampleOf(each) }]);
  const schemas = kinds.map((each) => named(errorSchemaName(each)));
  return {
    description: kinds.map((each) => DESCRIPTIONS[each]).join(' Or: '),
    headers: headerRefs([...COMMON_HEADERS, ...kinds.flatMap(headersOf), ...own]),
    content: {
      'application/json': {
        schema: schemas.length === 1 ? named(errorSchemaName(kind)) : { oneOf: schemas },
        examples: Object.fromEntries(examples),
      },
    },
  };
}
