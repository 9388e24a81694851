import type { JsonSchema } from './json-schema.js';
import { text } from './schemas.js';

interface HeaderDescription {
  description: string;
  schema: JsonSchema;
}

/** Every response header a caller may want to read. */
export const HEADERS = {
  'X-Correlation-Id': {
    description:
      'Identifies this request in all logs: the value that the caller sent, if it is 1 to 64 characters of `A-Z a-z 0-9 . _ -` and not an identity number, otherwise a new one.',
    schema: text(64, {
      pattern: '^[A-Za-z0-9._-]{1,64}$',
      examples: ['3f0c6f0e-6d3b-4a39-9a33-1f2d3c4b5a69'],
    }),
  },
  'Cache-Control': {
    description: '`no-store`, except where an entity tag allows a private copy to be revalidated.',
    schema: text(40, { examples: ['no-store'] }),
  },
  'Retry-After': {
    description: 'Seconds to wait before repeating the request (RFC 9110, 10.2.3).',
    schema: text(10, { pattern: '^[0-9]+$', examples: ['2'] }),
  },
  RateLimit: {
    description: 'The remaining quota: requests (`r`) and seconds until it is full again (`t`).',
    schema: text(100, { examples: ['"client-requests";r=2999;t=60'] }),
  },
  'RateLimit-Policy': {
    description: 'The quota: requests (`q`) per seconds (`w`).',
    schema: text(100, { examples: ['"client-requests";q=3000;w=60'] }),
  },
  ETag: {
    description: 'Identifies this version in this representation, for `If-None-Match`.',
    schema: text(100, { examples: ['"ver_01h2xcejqtf2nbrexx3vqjhp41.2"'] }),
  },
  Location: {
    description: 'The address of the resource that was created or already existed.',
    schema: text(200, { examples: ['/api/v1/verifications/ver_01h2xcejqtf2nbrexx3vqjhp41'] }),
  },
  'Preference-Applied': {
    description: 'The preference from the header `Prefer` that was applied (RFC 7240).',
    schema: text(60, { examples: ['wait=10'] }),
  },
  Link: {
    description: 'The address of the next page, `rel="next"`; absent on the last one (RFC 8288).',
    schema: text(4000, { examples: ['</api/v1/verifications?cursor=abc>; rel="next"'] }),
  },
  Vary: {
    description: 'The request headers that the representation depends on.',
    schema: text(40, { examples: ['Accept'] }),
  },
  'Content-Disposition': {
    description: 'A file name without personal data.',
    schema: text(200, { examples: ['attachment; filename=ver_01h2xcejqtf2nbrexx3vqjhp41.pdf'] }),
  },
  'Set-Cookie': {
    description: 'The session cookie: HttpOnly, SameSite=Strict, Secure on https.',
    schema: text(4096, {
      examples: ['__Host-session=<ACCESS_TOKEN>; Path=/; HttpOnly; Secure; SameSite=Strict'],
    }),
  },
  'Clear-Site-Data': {
    description: 'Makes the browser clear its data for this origin.',
    schema: text(60, { examples: ['"cache", "storage"'] }),
  },
  'WWW-Authenticate': {
    description:
      '`Bearer` if no token was sent; with `error="invalid_token"` and a description if the token cannot be used (RFC 6750).',
    schema: text(400, {
      examples: [
        'Bearer error="invalid_token", error_description="The access token has expired. Sign in again."',
      ],
    }),
  },
  Deprecation: {
    description: 'When the filter that was used was deprecated (RFC 9745).',
    schema: text(20, { pattern: '^@[0-9]+$', examples: ['@1795305600'] }),
  },
  Allow: {
    description: 'The methods that this address supports.',
    schema: text(60, { examples: ['GET, HEAD'] }),
  },
  Connection: {
    description: '`close`: the rest of the body is not read.',
    schema: text(20, { examples: ['close'] }),
  },
} as const satisfies Readonly<Record<string, HeaderDescription>>;

export type HeaderName = keyof typeof HEADERS;

/** Those of every answer. */
export const COMMON_HEADERS: readonly HeaderName[] = ['X-Correlation-Id', 'Cache-Control'];

/** References to the descriptions of headers. */
export function headerRefs(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
