import type { Request } from 'express';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Whether the caller prefers this type to JSON, by the weights in `Accept`; JSON if both or neither are acceptable.
 * Types are compared as sent: a caller asking for `text/csv; charset=utf-8` does not accept anything without the
 * charset.
 */
export function prefersToJson(req: Request, type: string): boolean {
  return req.accepts([JSON_TYPE, type]) === type;
}
