import { randomUUID } from 'node:crypto';
import type { Answer, TestClient } from '../http/client.js';

export interface SubmitOptions {
  /** A new one by default. */
  key?: string;
  /** The header Prefer; none by default. */
  prefer?: string;
  headers?: Record<string, string>;
  /** Overrides a valid request for said_verification of a positive subject. */
  body?: Record<string, unknown>;
}

/** A valid request body: said_verification, 5 credits, positive, unless overridden. */
export function requestBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    service_code: 'said_verification',
    subject: '0001010000071',
    purpose: 'Check before a synthetic contract',
    authority_confirmed: true,
    charge_approved: true,
    ...overrides,
  };
}

/** Submits one verification with a token. */
export function submit(client: TestClient, token: string, options: SubmitOptions = {}): Promise<Answer> {
  return client.withToken(token).post('/api/v1/verifications', requestBody(options.body), {
    headers: {
      'idempotency-key': options.key ?? randomUUID(),
      ...(options.prefer !== undefined && { prefer: options.prefer }),
      ...options.headers,
    },
  });
}

/** Submits without waiting for the result, and returns the request's id. Throws unless it is accepted. */
export async function submitAsync(
  client: TestClient,
  token: string,
  options: SubmitOptions = {},
): Promise<string> {
  const answer = await submit(client, token, { prefer: 'respond-async', ...options });
  if (answer.status !== 202) throw new Error(`Answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.request_id as string;
}
