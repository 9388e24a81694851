import { isUtf8 } from 'node:buffer';
import type { Request, RequestHandler, Response } from 'express';
import { findJsonFlaw, type JsonFlaw } from '../../shared/domain/inspect-json.js';
import { isObject } from '../../shared/domain/is-object.js';
import { malformedRequest, unsupportedMediaType } from '../errors/catalogue.js';
import { reauthoriseCaller, requiresCaller } from '../http/context.js';
import { hasBody, isChunked, isUncompressed, readBody } from '../http/read-body.js';

/**
 * Reads the JSON object the route requires into `req.body`, validating in the contract's order: 415 for another media
 * type, 413 over 32 KiB, 400 for anything but one JSON object.
 */
export const parseBody: RequestHandler = async (req, res, next) => {
  const body = await readObject(req, res);
  if (body === undefined) throw malformedRequest('The request has no body. Send one JSON object.');
  req.body = body;
  next();
};

/** Reads a JSON object like `parseBody` for a route with an optional body: no body counts as the empty object. */
export const parseOptionalBody: RequestHandler = async (req, res, next) => {
  req.body = (await readObject(req, res)) ?? {};
  next();
};

const FLAWS: Readonly<Record<JsonFlaw, string>> = {
  too_deep: 'The body is nested too deeply.',
  repeated_name: 'The body has the same name twice in one object. Send every field once.',
};

const NOTHING = { bytes: 0, exceeded: unsupportedMediaType };

/** Reads one JSON object; undefined if there is no body. */
async function readObject(req: Request, res: Response): Promise<object | undefined> {
  if (!hasBody(req)) return undefined;
  const isJson = isPlainJson(req);
  // Chunks may turn out to be none: PHP's curl sends a POST without fields as a form like that.
  if (!isJson && !isChunked(req)) throw unsupportedMediaType();
  const isThere = req.complete;
  const bytes = await readBody(req, isJson ? undefined : NOTHING);
  // The caller may lose their rights while the body is arriving.
  if (!isThere && requiresCaller(res)) await reauthoriseCaller(res);
  return bytes.length === 0 ? undefined : parseObject(bytes);
}

function parseObject(bytes: Buffer): object {
  const text = decode(bytes);
  const value = parse(text);
  if (!isObject(value)) {
    throw malformedRequest('The body is JSON, but not an object. Send one JSON object.');
  }
  const flaw = findJsonFlaw(text);
  if (flaw !== undefined) throw malformedRequest(FLAWS[flaw]);
  return value;
}

// JSON is UTF-8 (RFC 8259 8.1), so no other charset is accepted.
const UTF8_PARAMETER = /^charset="?utf-8"?$/i;

function isPlainJson(req: Request): boolean {
  const [type = '', ...parameters] = (req.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim());
  const charsets = parameters.filter((parameter) => /^charset=/i.test(parameter));
  return (
    type.toLowerCase() === 'application/json' &&
    charsets.every((parameter) => UTF8_PARAMETER.test(parameter)) &&
    isUncompressed(req)
  );
}

function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw malformedRequest('The body is not UTF-8.');
  // A byte order mark is kept and makes it invalid JSON: RFC 8259 8.1 forbids sending one.
  return bytes.toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformedRequest('The body is not valid JSON. Send one JSON object.');
  }
}
