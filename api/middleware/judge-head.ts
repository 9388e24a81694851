import type { RequestHandler } from 'express';
import { malformedRequest } from '../errors/catalogue.js';

/**
 * Refuses an HTTP/1.1 request without Host (RFC 9112 3.2), and one with an unsupported expectation (RFC 9110 10.1.1;
 * its 417 is optional, and not a status of contract 2). Older versions of HTTP have neither header.
 */
export const judgeHead: RequestHandler = (req, res, next) => {
  if (req.httpVersion !== '1.1') {
    next();
    return;
  }
  const { host, expect } = req.headers;
  const fault = host === undefined ? 'The header Host is missing.' : expectationFault(expect);
  if (fault === undefined) {
    next();
    return;
  }
  // After such a violation, the caller cannot be trusted to frame its next request correctly.
  res.set('Connection', 'close');
  throw malformedRequest(fault);
};

function expectationFault(expect: string | undefined): string | undefined {
  if (expect === undefined || expect.toLowerCase() === '100-continue') return undefined;
  return 'The header Expect only supports 100-continue. Remove it.';
}
