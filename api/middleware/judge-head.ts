import type { RequestHandler } from 'express';
import { malformedRequest } from '../errors/catalogue.js';

/**
 * Refuses an HTTP/1.1 request without Host (RFC 9112 3.2), and one that expects what nobody here does (RFC 9110
 * 10.1.1; its 417 is a may, and no status of contract 2). Older versions of HTTP have neither header.
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
  // A caller that speaks HTTP like this is not to be trusted with where its next request begins.
  res.set('Connection', 'close');
  throw malformedRequest(fault);
};

function expectationFault(expect: string | undefined): string | undefined {
  if (expect === undefined || expect.toLowerCase() === '100-continue') return undefined;
  return 'The header Expect only supports 100-continue. Remove it.';
}
