import type { IncomingMessage } from 'node:http';
import { type ApiError, malformedRequest, payloadTooLarge } from '../errors/catalogue.js';

/** Contract 2: a larger body is a 413. */
export const BODY_LIMIT_BYTES = 32 * 1024;

// A body that is slightly too large is read to its end and discarded, because closing a connection while the caller is
// still sending resets it and loses the answer. Beyond this size it is closed anyway.
const DISCARD_LIMIT_BYTES = 1024 * 1024;

/** Whether the request announces a body (RFC 9112 6.3). One in chunks may still turn out to be empty. */
export function hasBody(req: IncomingMessage): boolean {
  return isChunked(req) || Number(req.headers['content-length'] ?? 0) > 0;
}

/** Whether the body comes in chunks, of which only the last says how long it is. */
export function isChunked({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined;
}

/** Whether the body is sent as it is. A compressed one could expand to any size, so no route takes it. */
export function isUncompressed({ headers }: IncomingMessage): boolean {
  return (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
}

/** Maximum size of a body, and the error for a larger one. */
interface BodyLimit {
  bytes: number;
  exceeded: () => ApiError;
}

const LIMIT_OF_JSON: BodyLimit = { bytes: BODY_LIMIT_BYTES, exceeded: payloadTooLarge };

/**
 * Reads a request body up to the limit: 32 KiB for JSON. Rejects with `payload_too_large`, and with `malformed_request`
 * if the caller disconnects before its end.
 */
export function readBody(req: IncomingMessage, { bytes, exceeded } = LIMIT_OF_JSON): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(req.headers['content-length'] ?? 0) > DISCARD_LIMIT_BYTES) {
      reject(exceeded());
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bytes) chunks.push(chunk);
      else if (size > DISCARD_LIMIT_BYTES) reject(exceeded());
    });
    req.on('end', () => {
      if (size > bytes) reject(exceeded());
      else resolve(Buffer.concat(chunks, size));
    });
    const handleLoss = (): void => {
      // Every request closes in the end: creating an error each time would cost more than reading the body.
      if (!req.complete) reject(malformedRequest('The body ended before its announced length.'));
    };
    req.on('error', handleLoss);
    req.on('close', handleLoss);
  });
}
