import { MAX_BATCH_ROWS } from '../../shared/domain/batch.js';
import { MAX_CREDITS } from '../../shared/domain/ledger.js';
import { OUTCOMES } from '../../shared/domain/outcome.js';
import { LIMIT_PERIODS, LIMITED } from '../../shared/domain/spending.js';
import type { WebhookPayloadType } from '../../shared/domain/webhook-event.js';
import { SERVICE_CODES } from '../../shared/services/index.js';
import type { EventDescription } from '../openapi/describe.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import { constant, exampleId, id, integer, moment, oneOfWords, text } from '../openapi/schemas.js';

const credits = integer(0, MAX_CREDITS);
const ROWS = integer(0, MAX_BATCH_ROWS);

function verificationData(status: string, outcome: JsonSchema): JsonSchema {
  const always = data({
    request_id: id('verification'),
    status: constant(status),
    outcome,
    credits_reserved: credits,
    credits_charged: credits,
  });
  // Optional: events from before an upgrade lack the first two.
  const named = {
    service_code: oneOfWords(SERVICE_CODES),
    idempotency_key: text(255, { description: 'The idempotency key of your request.' }),
    reference: text(100, { description: 'Your own name for the case, if you gave one.' }),
  };
  return { ...always, properties: { ...always.properties, ...named } };
}

function data(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** What is posted to webhooks, by the type of event. */
export const WEBHOOK_EVENT_DESCRIPTIONS: Readonly<Record<WebhookPayloadType, EventDescription>> = {
  'verification.completed': {
    summary: 'A verification is completed',
    data: verificationData('completed', oneOfWords(OUTCOMES)),
    example: {
      request_id: exampleId('verification'),
      service_code: 'said_verification',
      idempotency_key: 'lease-17-applicant-2',
      reference: 'Lease 17 / applicant 2',
      status: 'completed',
      outcome: 'positive',
      credits_reserved: 0,
      credits_charged: 5,
    },
  },
  'verification.manual_review': {
    summary: 'A verification went into manual review',
    data: verificationData('manual_review', { type: 'null' }),
    example: {
      request_id: exampleId('verification'),
      service_code: 'said_verification',
      idempotency_key: 'lease-17-applicant-3',
      status: 'manual_review',
      outcome: null,
      credits_reserved: 5,
      credits_charged: 0,
    },
  },
  'wallet.low_balance': {
    summary: 'The available credits fell below the threshold',
    data: data({ balance: credits, reserved: credits, available: credits, low_balance_threshold: credits }),
    example: { balance: 99, reserved: 0, available: 99, low_balance_threshold: 100 },
  },
  'limit.reached': {
    summary: '80 or 100 percent of a spending limit is used',
    data: data({
      of: oneOfWords(LIMITED),
      id: text(40, { description: 'Id of the client, user or API key that the limit applies to.' }),
      period: oneOfWords(LIMIT_PERIODS),
      percent: integer(80, 100, {
        description:
          'Also 100 if a request was refused because it would have exceeded the limit when 80 percent or more was used. A request that passes both at once sends only the event for 100.',
      }),
      credits,
      used: credits,
      resets_at: moment(),
    }),
    example: {
      of: 'client',
      id: exampleId('client'),
      period: 'day',
      percent: 80,
      credits: 500,
      used: 405,
      resets_at: '2026-09-02T00:00:00.000Z',
    },
  },
  'batch.completed': {
    summary: 'Every row of a batch has left `pending`',
    data: data({
      batch_id: id('batch'),
      status: constant('completed'),
      rows: ROWS,
      completed: ROWS,
      manual_review: ROWS,
      skipped: ROWS,
      refused: ROWS,
      faulty: ROWS,
    }),
    example: {
      batch_id: exampleId('batch'),
      status: 'completed',
      rows: 500,
      completed: 489,
      manual_review: 2,
      skipped: 6,
      refused: 0,
      faulty: 3,
    },
  },
  'webhook.test': {
    summary: 'A test event was requested',
    data: data({ webhook_id: id('webhook') }),
    example: { webhook_id: exampleId('webhook') },
  },
};
