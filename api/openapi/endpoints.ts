import type { RequestHandler } from 'express';
import { type Feature, feature } from '../http/endpoint.js';
import { StaticBody } from '../http/static-body.js';
import { openAnswers } from './open-answers.js';
import { text } from './schemas.js';
import { type Deployment, writeDocument } from './write-document.js';

/**
 * The machine-readable description of all features. Open to everyone, because it holds no data, and written on first
 * request: it would be a twentieth of what the start of an API costs.
 */
export function openApiFeature(features: () => readonly Feature[]): Feature {
  return feature({
    tag: {
      name: 'Description',
      description: 'This description, for programs. The documentation for people is at /docs.',
    },
    schemas: {},
    endpoints: [
      {
        method: 'get',
        path: '/api/v1/openapi.json',
        operationId: 'getOpenApi',
        summary: 'Read this description',
        access: 'open',
        withoutDatabase: true,
        headers: {
          'If-None-Match': {
            description: 'The `ETag` of the description you have: 304 if it is still current.',
            schema: text(500),
          },
        },
        responses: {
          200: {
            description: 'An OpenAPI 3.1 document.',
            headers: ['ETag', 'Vary'],
            content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
          },
          304: { description: 'Unchanged since `If-None-Match`.', headers: ['ETag', 'Vary'] },
        },
        handle: ({ config }) => sendDocument(features(), config),
      },
    ],
  });
}

function sendDocument(features: readonly Feature[], deployment: Deployment): RequestHandler {
  let body: StaticBody | undefined;
  return (req, res) => {
    body ??= new StaticBody(
      'application/json; charset=utf-8',
      JSON.stringify(openAnswers(writeDocument(features, deployment))),
    );
    return body.send(req, res);
  };
}
