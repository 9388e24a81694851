import type { Response } from 'express';
import { type Mode, modeOf } from '../../shared/domain/mode.js';
import { contextOf } from './context.js';

/** The mode of a request: that of its token or key. Staff and strangers are live. */
export function modeOfRequest(res: Response): Mode {
  const clientId = contextOf(res).identity?.clientId ?? null;
  return clientId === null ? 'live' : modeOf(clientId);
}

/**
 * What an answer says in test mode: the object itself and every object of a list carry `"mode": "test"` (contract 12).
 * In one place, so that no feature can forget it. Refusals are about the request and say nothing.
 */
export function sayMode<Body>(res: Response, body: Body): Body {
  if (modeOfRequest(res) === 'live' || !isObject(body)) return body;
  if (res.statusCode >= 400 && body.status !== 'provider_unavailable') return body;
  const { data } = body;
  const listed = Array.isArray(data)
    ? { data: data.map((item) => (isObject(item) ? marked(item) : item)) }
    : {};
  return { ...marked(body), ...listed } as Body;
}

/** What says a mode itself, such as the answer to a switch, is left as it is. */
function marked<T extends object>(value: T): object {
  return { mode: 'test', ...value };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lets everything that is answered as JSON say the mode. */
export function sayModeInJson(res: Response): void {
  const json = res.json.bind(res);
  res.json = (body: unknown) => json(sayMode(res, body));
}
