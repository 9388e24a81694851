import { createHash } from 'node:crypto';
import { openApiDocument } from '../../api/openapi/document.js';
import type { OpenApiOperation } from '../../api/openapi/operation.js';
import { namesIn } from '../../api/openapi/schema-names.js';
import type { OpenApiDocument } from '../../api/openapi/write-document.js';

/**
 * The part of the description a client's own users and machines may use: the client package contains nothing for staff.
 */
export function clientDescription(): OpenApiDocument {
  const document = openApiDocument();
  const paths = Object.fromEntries(
    Object.entries(document.paths)
      .map(([path, methods]) => [path, keepOperations(methods)] as const)
      .filter(([, methods]) => Object.keys(methods).length > 0),
  );
  const { schemas } = document.components;
  const used = namesIn({ paths, responses: document.components.responses }, schemas);
  return {
    ...document,
    paths,
    webhooks: {},
    components: {
      ...document.components,
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
    },
  };
}

/** Distinguishes descriptions. The first line of the generated types names the one they were generated from. */
export function fingerprint(document: OpenApiDocument): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('hex');
}

type Methods = OpenApiDocument['paths'][string];

function keepOperations(methods: Methods): Methods {
  return Object.fromEntries(Object.entries(methods).filter(([, operation]) => isForClients(operation)));
}

function isForClients({ security }: OpenApiOperation): boolean {
  // The needs of an API key are expressed separately.
  const scopes = security.flatMap(({ apiKeyAuth: _ofKeys, ...ofUsers }) => Object.values(ofUsers).flat());
  return security.length > 0 && scopes.every((scope) => scope === 'client');
}
