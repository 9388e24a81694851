import type { WireError } from '../../../../shared/wire/error.js';
import { ApiFailure } from './failure.js';

export type QueryValues = Readonly<Record<string, string | number | undefined>>;

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, instead of a body. */
  form?: FormData;
  query?: QueryValues;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

/** Told when the API no longer knows the session; the sign-in page listens. */
export const SESSION_ENDED = 'session-ended';

/**
 * Sends a request with the session cookie and returns the parsed body, undefined when there is none. Throws ApiFailure
 * for everything but 2xx.
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await send(path, { Accept: 'application/json' }, options);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** Sends a request and returns the raw response. Throws ApiFailure for everything but 2xx. */
export async function send(
  path: string,
  headers: Record<string, string>,
  { method = 'GET', body, form, query = {}, headers: more = {}, signal }: RequestOptions,
): Promise<Response> {
  const response = await reach(`/api/v1${path}${toSearch(query)}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }), ...more },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form !== undefined && { body: form }),
    ...(signal !== undefined && { signal }),
    credentials: 'same-origin',
    // What the API answers is about people: the browser must not put it on the disk.
    cache: 'no-store',
  });
  if (response.ok) return response;
  if (response.status === 401) window.dispatchEvent(new Event(SESSION_ENDED));
  throw await failureOf(response);
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiFailure(
      0,
      'unreachable',
      'The service cannot be reached. Check your connection, then try again.',
    );
  }
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const body = (await response.json().catch(() => ({}))) as Partial<WireError>;
  const message = body.message ?? `The service answered with ${response.status}. Try again in a moment.`;
  return new ApiFailure(response.status, body.status ?? 'unknown', message, body);
}

/** Filters as a body that only reads, or as a query. */
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
