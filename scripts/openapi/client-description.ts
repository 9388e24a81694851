import { createHash } from 'node:crypto';
import { type OpenApiDocument, openApiDocument } from '../../api/openapi/document.js';
import type { OpenApiOperation } from '../../api/openapi/operation.js';

/** The description of what a client's own users and machines may use: the client package knows nothing of staff. */
export function clientDescription(): OpenApiDocument {
  const document = openApiDocument(undefined);
  const paths = Object.fromEntries(
    Object.entries(document.paths)
      .map(([path, methods]) => [path, keepOperations(methods)] as const)
      .filter(([, methods]) => Object.keys(methods).length > 0),
  );
  const { schemas } = document.components;
  const used = referencedBy({ paths, responses: document.components.responses }, schemas);
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

/** Tells one description from another. The first line of the generated types names the one that they are made from. */
export function fingerprint(document: OpenApiDocument): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('hex');
}

type Methods = OpenApiDocument['paths'][string];

function keepOperations(methods: Methods): Methods {
  return Object.fromEntries(Object.entries(methods).filter(([, operation]) => isForClients(operation)));
}

function isForClients({ security }: OpenApiOperation): boolean {
  const scopes = security.flatMap((requirement) => Object.values(requirement).flat());
  return security.length > 0 && scopes.every((scope) => scope === 'client');
}

/** The names of the schemas that a part of the document refers to, directly or by way of others. */
function referencedBy(part: object, schemas: OpenApiDocument['components']['schemas']): Set<string> {
  const found = new Set<string>();
  const search = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      search(JSON.stringify(schemas[name]));
    }
  };
  search(JSON.stringify(part));
  return found;
}
