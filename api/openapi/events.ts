import type { EventDescription } from './describe.js';
import type { OpenApiOperation } from './operation.js';
import { constant, id, moment, text } from './schemas.js';

/** The request that delivers an event, in OpenAPI's form (Standard Webhooks 1.0). */
export function openApiEvent(tag: string, type: string, event: EventDescription): OpenApiOperation {
  return {
    operationId: `on${type.replace(/(^|[._])([a-z])/g, (_match, _start, letter: string) => letter.toUpperCase())}`,
    summary: event.summary,
    description:
      'Respond with any 2xx within ten seconds, and do the work afterwards. The same event can arrive more than once.',
    tags: [tag],
    security: [],
    parameters: [
      header(
        'webhook-id',
        'The id of the event, the same for all attempts. Use it to recognise repeated deliveries.',
        id('webhookEvent'),
      ),
      header(
        'webhook-timestamp',
        'Time of the attempt, in seconds since 1970.',
        text(12, { pattern: '^[0-9]+$' }),
      ),
      header(
        'webhook-signature',
        'One or two signatures, `v1,` and base64: HMAC-SHA-256 of id, timestamp and raw body, joined by dots.',
        text(200),
      ),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              type: constant(type),
              timestamp: moment({ description: 'When it happened.' }),
              data: event.data,
            },
            required: ['type', 'timestamp', 'data'],
            additionalProperties: false,
          },
          examples: {
            event: { value: { type, timestamp: '2026-09-01T08:00:01.456Z', data: event.example } },
          },
        },
      },
    },
    responses: {
      '2XX': {
        description: 'Received. After any other response the delivery is retried for 24 hours.',
        headers: {},
      },
    },
  };
}

function header(
  name: string,
  description: string,
  schema: OpenApiOperation['parameters'][number]['schema'],
): OpenApiOperation['parameters'][number] {
  return { name, in: 'header', description, required: true, schema };
}
