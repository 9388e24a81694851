import type { RequestHandler } from 'express';
import { type Feature, feature } from '../http/endpoint.js';
import { Unchanging } from '../http/unchanging.js';
import { openAnswers } from './open-answers.js';
import { type Deployment, writeDocument } from './write-document.js';

/** The machine-readable description of all features. Built once at start and open to everyone: it holds no data. */
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
        responses: {
          200: {
            description: 'An OpenAPI 3.1 document.',
            content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
          },
        },
        handle: ({ config }) => sendDocument(features(), config),
      },
    ],
  });
}

function sendDocument(features: readonly Feature[], deployment: Deployment): RequestHandler {
  const document = JSON.stringify(openAnswers(writeDocument(features, deployment)));
  const body = new Unchanging('application/json; charset=utf-8', document);
  return (req, res) => body.send(req, res);
}
