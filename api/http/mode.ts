import type { Response } from 'express';
import { isObject } from '../../shared/domain/is-object.js';
import { type Mode, modeOf } from '../../shared/domain/mode.js';
import { contextOf } from './context.js';
import { type CsvForm, ofTestMode } from './csv.js';

/** The mode of a request, from its token or key. Staff and unauthenticated callers are live. */
export function modeOfRequest(res: Response): Mode {
  const clientId = contextOf(res).identity?.clientId ?? null;
  return clientId === null ? 'live' : modeOf(clientId);
}

/**
 * Marks an answer in test mode: the object itself and every object of a list get `"mode": "test"` (contract 12). Done
 * in one place, so that no feature can forget it. Errors concern the request and carry no mode.
 */
export function withMode<Body>(res: Response, body: Body): Body {
  if (modeOfRequest(res) === 'live' || !isObject(body)) return body;
  if (res.statusCode >= 400 && body.status !== 'provider_unavailable') return body;
  const { data } = body;
  const listed = Array.isArray(data)
    ? { data: data.map((item) => (isObject(item) ? marked(item) : item)) }
    : {};
  return { ...marked(body), ...listed } as Body;
}

/** Objects that already state a mode, such as the answer to a switch, are left unchanged. */
function marked<T extends object>(value: T): object {
  return { mode: 'test', ...value };
}

/** Makes every JSON answer state the mode. */
export function addModeToJson(res: Response): void {
  const json = res.json.bind(res);
  res.json = (body: unknown) => json(withMode(res, body));
}

/** The CSV file to send to this caller: in test mode, its name and every row state the mode. */
export function csvWithMode<Item>(res: Response, form: CsvForm<Item>): CsvForm<Item> {
  return modeOfRequest(res) === 'test' ? ofTestMode(form) : form;
}
