import type { FeatureDescription } from './describe.js';

/** Describes the description itself. */
export const openApiDescription: FeatureDescription = {
  tag: { name: 'Description', description: 'This description, for programs. For people it is at /docs.' },
  schemas: {},
  paths: {
    '/api/v1/openapi.json': {
      operations: {
        get: {
          operationId: 'getOpenApi',
          summary: 'Read this description',
          access: 'open',
          withoutDatabase: true,
          responses: {
            200: {
              description: 'An OpenAPI 3.1 document.',
              content: {
                'application/json': { schema: { type: 'object', additionalProperties: true } },
              },
            },
          },
        },
      },
    },
  },
};
