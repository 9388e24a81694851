import type { WireError } from '../../../../shared/wire/error.js';
import { askForProof } from '../proof/ask-for-proof.js';
import { randomKey } from '../random-key.js';
import { learnTime } from '../server-clock.js';
import { tabOwner } from '../session/tab-memory.js';
import { ApiFailure } from './failure.js';
import { onceAtATime } from './once-at-a-time.js';

export type QueryValues = Readonly<Record<string, string | number | undefined>>;

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, instead of a JSON body. */
  form?: FormData | Blob;
  query?: QueryValues;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** Sent for whoever is signed in by now, also if this page shows somebody else. */
  asWhoever?: boolean;
  /**
   * Whether the service carries it out once, however often the browser sends it: what breaks off without an answer it
   * repeats by itself. By default every POST without an idempotency key, with which the repetition brings the answer.
   */
  once?: boolean;
}

/** Fired when the API no longer knows the session; the sign-in page listens. */
export const SESSION_ENDED = 'session-ended';
/** Fired when the account has to do something before anything else works. */
export const ACCOUNT_CHANGED = 'account-changed';

/**
 * Sends a request with the session cookie and returns the parsed body, or undefined if there is none. The same write
 * twice at once is sent once. Throws ApiFailure for any status but 2xx.
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const { method = 'GET', form, signal } = options;
  // What can be aborted is a search or a sign-out, which may be done twice.
  if (method === 'GET' || form !== undefined || signal !== undefined) return parsed(path, options);
  const { once = method === 'POST' && options.headers?.['Idempotency-Key'] === undefined } = options;
  return onceAtATime(JSON.stringify([tabOwner(), path, options]), () => parsed(path, { ...options, once }));
}

async function parsed<T>(path: string, options: RequestOptions): Promise<T> {
  return readBody(await send(path, { Accept: 'application/json' }, options));
}

/**
 * Reads the JSON of an answer, or undefined if there is none. Throws ApiFailure if it is none of the service's, or
 * broke off.
 */
export async function readBody<T>(response: Response): Promise<T> {
  try {
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  } catch (error) {
    throw lostAnswer(error);
  }
}

/**
 * Sends a request and returns the raw response. If it needs a fresh proof of identity, the user is asked for one in
 * place, and the request is repeated. Throws ApiFailure for any status but 2xx and 304.
 */
export async function send(
  path: string,
  headers: Record<string, string>,
  options: RequestOptions,
): Promise<Response> {
  try {
    return await sendOnce(path, headers, options);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.kind !== 'step_up_required') throw error;
    const answer = await askForProof(error.body);
    if (answer === 'proved') return sendOnce(path, headers, options);
    // Its refusal brings a new question.
    if (answer === 'expired') return send(path, headers, options);
    throw new ApiFailure(
      401,
      'not_confirmed',
      'Nothing was done, because you did not confirm that it is you.',
    );
  }
}

async function sendOnce(
  path: string,
  headers: Record<string, string>,
  options: RequestOptions,
): Promise<Response> {
  const { method = 'GET', body, form, query = {}, headers: more = {}, signal, asWhoever = false } = options;
  const shown = asWhoever ? undefined : tabOwner();
  const response = await reach(`/api/v1${path}${toSearch(query)}`, {
    method,
    headers: {
      ...headers,
      ...(shown !== undefined && { 'X-Session-Of': shown }),
      ...(options.once === true && { 'X-Send-Once': randomKey() }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...more,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form !== undefined && { body: form }),
    ...(signal !== undefined && { signal }),
    credentials: 'same-origin',
    // The API's answers are about people: the browser must not store them on disk.
    cache: 'no-store',
  });
  learnTime(response);
  // 304: unchanged since the answer whose entity tag was sent.
  if (response.ok || response.status === 304) return response;
  const failure = await failureOf(response);
  if (failure.kind === 'unauthorized' && !asWhoever) window.dispatchEvent(new Event(SESSION_ENDED));
  if (failure.body.reason !== undefined) window.dispatchEvent(new Event(ACCOUNT_CHANGED));
  throw failure;
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw lostAnswer(error);
  }
}

/** For an answer that did not come, broke off, or is not the service's own, such as the page of a proxy. */
function lostAnswer(error: unknown): unknown {
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  return new ApiFailure(
    0,
    'unreachable',
    'The service cannot be reached. Check your connection, then try again.',
  );
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const body = (await response.json().catch(() => ({}))) as Partial<WireError>;
  const message = body.message ?? `The service answered with ${response.status}. Try again in a moment.`;
  return new ApiFailure(response.status, body.status ?? 'unknown', message, body);
}

/** Sends filters as the body of a read-only request, or as a query. */
export function sent(
  search: boolean,
  filters: QueryValues,
): Pick<RequestOptions, 'method' | 'body' | 'query'> {
  return search ? { method: 'POST', body: filters } : { query: filters };
}

function toSearch(query: QueryValues): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? '' : `?${search}`;
}
