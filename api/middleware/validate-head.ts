import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { malformedRequest } from '../errors/catalogue.js';

/** More headers than this are refused: about four times what a browser behind several proxies sends. */
export const MAX_HEADERS = 64;

/**
 * Refuses a request with too many headers; an HTTP/1.1 request without Host or with two (RFC 9112 3.2), and one with an
 * unsupported expectation (RFC 9110 10.1.1; its 417 is optional, and not a status of contract 2). Older versions of
 * HTTP have neither of those headers.
 */
export const validateHead: RequestHandler = (req, res, next) => {
  const fault = faultOf(req);
  if (fault === undefined) {
    next();
    return;
  }
  // After such a violation, the caller cannot be trusted to frame its next request correctly.
  res.set('Connection', 'close');
  throw malformedRequest(fault);
};

function faultOf({ rawHeaders, httpVersion, headers }: IncomingMessage): string | undefined {
  // Node drops what exceeds its limit without a word, and with it perhaps the token or the key.
  if (rawHeaders.length > 2 * MAX_HEADERS) return `The request has more than ${MAX_HEADERS} headers.`;
  if (httpVersion !== '1.1') return undefined;
  const hosts = countHosts(rawHeaders);
  if (hosts === 0) return 'The header Host is missing.';
  // Two readers could take different ones for the address that was meant.
  if (hosts > 1) return 'Send the header Host only once.';
  return expectationFault(headers.expect);
}

/** Node keeps the first Host only; the raw headers are names and values in turn. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

function expectationFault(expect: string | undefined): string | undefined {
  if (expect === undefined || expect.toLowerCase() === '100-continue') return undefined;
  return 'The header Expect only supports 100-continue. Remove it.';
}
