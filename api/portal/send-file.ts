import type { Request, Response } from 'express';
import type { PortalFile } from './load-files.js';

/** Sends a file of the portal in the best encoding the caller accepts. */
export function sendPortalFile(req: Request, res: Response, file: PortalFile): void {
  res.vary('Accept-Encoding');
  res.setHeader('Content-Type', file.contentType);
  res.send(negotiate(req, res, file));
}

function negotiate(req: Request, res: Response, { plain, br, gzip }: PortalFile): Buffer {
  for (const [encoding, body] of [
    ['br', br],
    ['gzip', gzip],
  ] as const) {
    if (body === undefined || req.acceptsEncodings(encoding) === false) continue;
    res.setHeader('Content-Encoding', encoding);
    return body;
  }
  return plain;
}
