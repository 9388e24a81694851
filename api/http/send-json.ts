import type { Response } from 'express';
import { withMode } from './mode.js';

/**
 * Answers with JSON on busy routes. `res.json` does the same, but looks up settings we never set and turns the text
 * into a buffer, so that head and body are two writes; as one string they are one.
 */
export function sendJson(res: Response, status: number, value: object): void {
  res.statusCode = status;
  const text = JSON.stringify(withMode(res, value));
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}
