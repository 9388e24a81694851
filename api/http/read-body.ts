import type { IncomingMessage } from 'node:http';
import { type ApiError, malformedRequest, payloadTooLarge } from '../errors/catalogue.js';

/** Contract 2: a larger body is a 413. */
export const BODY_LIMIT_BYTES = 32 * 1024;

// A body that is a little too large is read to its end and thrown away, because a connection that is closed while the
// caller still sends is reset, and the answer with it. Beyond this it is closed all the same.
const DISCARD_LIMIT_BYTES = 1024 * 1024;

/** Says whether the request announces a body (RFC 9112 6.3). */
export function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

/** How large a body may be, and what is said of a larger one. */
interface BodyLimit {
  bytes: number;
  exceeded: () => ApiError;
}

const LIMIT_OF_JSON: BodyLimit = { bytes: BODY_LIMIT_BYTES, exceeded: payloadTooLarge };

/**
 * Reads the body of a request, at most as much of it as the limit says: 32 KiB of JSON. Rejects with `payload_too_large`,
 * and with `malformed_request` when the caller goes away before its end.
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
      // Every request closes in the end: making an error each time would cost more than reading the body.
      if (!req.complete) reject(malformedRequest('The body ended before its announced length.'));
    };
    req.on('error', handleLoss);
    req.on('close', handleLoss);
  });
}
