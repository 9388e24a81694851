import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject } from '../shared/domain/is-object.js';

/** A faulty request, answered in the provider's error schema (architecture 5). */
export class RequestError extends Error {
  override readonly name = 'RequestError';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

// Far above any request to the provider, far below what would hurt.
const MAX_BODY_BYTES = 64 * 1024;

/** Reads the whole body as text. Throws RequestError if it is too long. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop must not destroy the socket: the refusal still has to be sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw new RequestError(413, 'too_large', 'The body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Parses a body that must be one JSON object. Throws RequestError. */
export function parseObject(body: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new RequestError(400, 'invalid_json', 'The body is not JSON');
  }
  if (!isObject(value)) throw new RequestError(400, 'invalid_json', 'The body is not a JSON object');
  return value;
}

/** One value of a header, truncated, so that the log stays small whatever a caller sends. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  return request.headers[name]?.toString().slice(0, 200);
}

/** A complete answer, before it is sent. */
export interface Answer {
  status: number;
  /** A string is sent unchanged, anything else as JSON. */
  body: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** Sends an answer; header names must be in lower case. */
export function send(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(textOf(body));
}

/** A body in the form in which it is sent. */
export function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** Answers a faulty request. */
export function sendError(response: ServerResponse, { status, code, message }: RequestError): void {
  // The rest of an oversized body is not read, so the connection cannot be reused.
  const headers = status === 413 ? { connection: 'close' } : undefined;
  send(response, { status, body: errorBody(code, message), ...(headers && { headers }) });
}

export function errorBody(code: string, message: string): JsonObject {
  return { error: { code, message } };
}

/** Whether a body is in the provider's error schema; an HTML page, or a gateway's own JSON, is not. */
export function isErrorBody(body: unknown): boolean {
  return isObject(body) && isObject(body.error) && typeof body.error.code === 'string';
}
