import type { WirePage } from '../../shared/wire/page.js';
import type { Parameters, ResponseDescription } from './describe.js';
import type { HeaderName } from './headers.js';
import type { JsonSchema } from './json-schema.js';
import { arrayOf, integer, nullable, object, text } from './schemas.js';

/** An opaque position in a list. */
export const CURSOR = text(500, { pattern: '^[A-Za-z0-9_-]+$' });

/** The parameters of every paginated list. */
export const PAGE_PARAMETERS = {
  limit: {
    description: 'Maximum number of entries per page. Without it, JSON returns 25 and CSV everything.',
    schema: integer(1, 100, { default: 25 }),
  },
  cursor: {
    description: 'The `next_cursor` of the previous page; omit it for the first page.',
    schema: CURSOR,
  },
} satisfies Parameters;

// Long enough for a whole history; the schema needs a bound.
const MAX_CSV_LENGTH = 2_147_483_647;

/** A page of a list. */
export function page<Item>(item: JsonSchema): JsonSchema {
  return object<WirePage<Item>>({
    data: arrayOf(item, 100),
    next_cursor: nullable({
      ...CURSOR,
      description: 'Send it as `cursor` to get the next page; null on the last page.',
    }),
  });
}

/** The answer of a list, as JSON or, with `Accept: text/csv`, as a file with these columns in its header row. */
export function pageResponse(
  schema: JsonSchema,
  example: unknown,
  { columns }: { columns: Readonly<Record<string, unknown>> },
  headers: readonly HeaderName[] = [],
): ResponseDescription {
  return {
    description:
      'A page, newest first unless stated otherwise. With `Accept: text/csv` as CSV: one page if there is a `limit`, otherwise everything, streamed as it is read; if the connection breaks, the file is incomplete.',
    headers: ['Link', 'Vary', 'Content-Disposition', ...headers],
    content: {
      'application/json': { schema, examples: { page: example } },
      'text/csv': {
        schema: { type: 'string', contentMediaType: 'text/csv', maxLength: MAX_CSV_LENGTH },
        examples: { header: `${Object.keys(columns).join(',')}\r\n` },
      },
    },
  };
}

/** The two ends of a period. */
export function periodParameters(of: string): Parameters {
  const schema = text(35, { examples: ['2026-09-01', '2026-09-01T08:00:00Z'] });
  return {
    created_from: {
      description: `${of} at this time or later: an RFC 3339 time, or a date, which means the start of that day in UTC.`,
      schema,
    },
    created_to: {
      description: `${of} at this time or earlier: an RFC 3339 time, or a date, which means the end of that day in UTC. Not before \`created_from\`.`,
      schema,
    },
  };
}
