import type { Request } from 'express';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Whether the caller would rather have this type than JSON, by the weights in `Accept`; JSON for callers who like both or
 * neither. The types are given as they are sent: who asks for `text/csv; charset=utf-8` accepts nothing that lacks the charset.
 */
export function prefersToJson(req: Request, type: string): boolean {
  return req.accepts([JSON_TYPE, type]) === type;
}
