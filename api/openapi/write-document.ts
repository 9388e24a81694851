import type { ApiConfig } from '../../shared/config/api.js';
import { PRICE_LIST } from '../../shared/services/price-list.js';
import type { Feature } from '../http/endpoint.js';
import type { Method } from './describe.js';
import { ERROR_RESPONSES } from './error-responses.js';
import { ERROR_SCHEMAS } from './error-schemas.js';
import { openApiEvent } from './events.js';
import { HEADERS } from './headers.js';
import type { JsonSchema } from './json-schema.js';
import { type OpenApiOperation, type OpenApiResponse, openApiOperation } from './operation.js';
import { PORTAL_CACHE_VERSION } from './portal-cache.js';
import { sayTestMode } from './say-test-mode.js';

/** The part of an OpenAPI 3.1 document that we write. */
export interface OpenApiDocument {
  openapi: '3.1.1';
  info: {
    title: string;
    version: string;
    description: string;
    license: typeof LICENSE;
    contact?: { name: string; email: string } | { name: string; url: string };
    /** The price list and documentation of this build, and the cache version of its portal. */
    'x-build': string;
    'x-portal-cache': string;
  };
  /** `x-internal` says who a server is for: false means callers outside the company. */
  servers: { url: string; description: string; 'x-internal': boolean }[];
  tags: { name: string; description: string }[];
  paths: Readonly<Record<string, Partial<Record<Method, OpenApiOperation>>>>;
  /** What we post to addresses of clients, by event type. */
  webhooks: Readonly<Record<string, { post: OpenApiOperation }>>;
  components: {
    schemas: Readonly<Record<string, JsonSchema>>;
    responses: Readonly<Record<string, OpenApiResponse>>;
    headers: typeof HEADERS;
    securitySchemes: typeof SECURITY_SCHEMES;
  };
}

/** The version of the interface, not of the program: its first number is the one in the path. */
const API_VERSION = '1.0.0';

// An SPDX expression for terms that are not a published licence.
const LICENSE = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' } as const;

const ABOUT = `Submit authorised identity, background, property, business and vehicle checks, and read their reports.

**Errors** all have one shape: \`status\` is the stable name of the kind, \`message\` is for a person, \`correlation_id\` finds the request in our logs; send a name of your own in the header \`X-Correlation-Id\` to use that. Unknown paths and ids, and ids of others, are a 404; another method is a 405 with \`Allow\`.

**Nothing is coerced**: unknown fields and query parameters are faults, and all faults are reported at once.

**Times** are ISO 8601 in UTC, credits are whole numbers, bodies are at most 32 KiB.

**Lists** come in pages: follow \`next_cursor\`, or the header \`Link\`. \`Accept: text/csv\` gives a file: of a page when there is a \`limit\`, otherwise of everything. A client takes two such files at once.

**Compatibility**: within \`/api/v1\` members, codes and events may be added, never renamed or removed. Ignore what you do not know.

All data in the examples is synthetic.`;

const SECURITY_SCHEMES = {
  bearerAuth: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The `access_token` from POST /api/v1/login: a JWT that follows RFC8725, with one algorithm, a fixed issuer and audience, and a lifetime of one hour.',
  },
  apiKeyAuth: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'vk_…',
    description: 'An API key of the client, used like a token.',
  },
  cookieAuth: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session',
    description:
      'The session cookie from a login with `"session": "cookie"` (`session` on plain http). Requests that change something must send the `Origin` of this host.',
  },
} as const;

/** What only the deployment knows: the address of the API, and whom callers can contact. */
export type Deployment = Partial<Pick<ApiConfig, 'publicUrl' | 'supportContact' | 'port'>>;

/** Describes these features in closed form: with every member and word of an answer in this release, and no others. */
export function writeDocument(
  features: readonly Feature[],
  { publicUrl, supportContact }: Deployment,
): OpenApiDocument {
  return sayTestMode({
    openapi: '3.1.1',
    info: {
      title: 'Identity and background verification',
      version: API_VERSION,
      description: ABOUT,
      license: LICENSE,
      ...(supportContact !== undefined && { contact: contactOf(supportContact) }),
      'x-build': PRICE_LIST.release,
      'x-portal-cache': `v=${PORTAL_CACHE_VERSION}`,
    },
    servers: [
      {
        // Clients append a path that starts with a slash.
        url: publicUrl?.replace(/\/$/, '') ?? '/',
        description: 'This service, in production and in a local trial',
        'x-internal': false,
      },
    ],
    tags: features.map(({ tag }) => tag),
    paths: Object.assign({}, ...features.map(pathsOf)),
    webhooks: Object.assign({}, ...features.map(eventsOf)),
    components: {
      schemas: Object.assign({}, ERROR_SCHEMAS, ...features.map(({ schemas }) => schemas)),
      responses: ERROR_RESPONSES,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  });
}

function contactOf(contact: string): { name: string; email: string } | { name: string; url: string } {
  const name = 'Support';
  return contact.includes('://') ? { name, url: contact } : { name, email: contact };
}

/** The path in OpenAPI's notation: `{id}` for `:id`. */
export function openApiPath(expressPath: string): string {
  return expressPath.replace(/:(\w+)/g, '{$1}');
}

function eventsOf({ tag, events = {} }: Feature): OpenApiDocument['webhooks'] {
  return Object.fromEntries(
    Object.entries(events).map(([type, event]) => [type, { post: openApiEvent(tag.name, type, event) }]),
  );
}

function pathsOf({ tag, endpoints }: Feature): OpenApiDocument['paths'] {
  const paths: Record<string, Partial<Record<Method, OpenApiOperation>>> = {};
  for (const endpoint of endpoints) {
    const path = openApiPath(endpoint.path);
    paths[path] = { ...paths[path], [endpoint.method]: openApiOperation(tag.name, endpoint) };
  }
  return paths;
}
