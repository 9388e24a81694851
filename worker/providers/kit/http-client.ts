import { createSecureContext } from 'node:tls';
import axios, { AxiosHeaders, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import type { HttpProxy } from '../../../shared/config/proxy.js';
import type { MayStillSend } from '../provider.js';
import type { Exchange, ProviderRequest } from '../types.js';
import { openForOne } from './connection.js';
import { originOf } from './dial.js';
import { FreshConnections } from './fresh-connections.js';

export interface HttpClientOptions {
  /** http(s) origin, with an optional path prefix to which every route is appended. */
  url: string;
  /** Headers the provider expects on a call with this reference: above all the key. */
  headers(reference: string): Record<string, string>;
  /** Limit in milliseconds for the whole call, from the DNS lookup to the last byte of the body; see MAX_GRACE_MS. */
  timeoutMs: number;
  /** PEM certificate trusted instead of the public ones, for a provider with its own CA. */
  certificateAuthority?: string;
  /** Proxy for https calls unless the host is excluded; never taken from the environment implicitly. */
  proxy?: HttpProxy | undefined;
}

/**
 * Makes exactly one HTTP request. `mayStillSend` is asked on the open connection, right before the first byte. Never
 * throws on network failure.
 */
export type SendOnce = (
  request: ProviderRequest,
  reference: string,
  mayStillSend: MayStillSend,
) => Promise<Exchange>;

/** Most bytes of a body that are read before the answer counts as oversized (architecture 5). */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Strict decoder: throws on any byte sequence that is not UTF-8. */
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The adapter axios sends with. `axios.request` first merges configurations, runs interceptors and transforms bodies; a
 * paid call needs none of that, and it costs as much CPU time as the call itself.
 */
const sendWithAxios = axios.getAdapter('http');

const OWN_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json',
  'Accept-Encoding': 'identity',
  'User-Agent': 'verification-service',
};

/** One request and its answer, whatever it is: nothing is followed, decoded or judged by axios. */
const SENT_AS_IT_IS = {
  method: 'post',
  proxy: false,
  decompress: false,
  maxContentLength: MAX_ANSWER_BYTES,
  responseType: 'arraybuffer',
  validateStatus: () => true,
} as const satisfies Omit<InternalAxiosRequestConfig, 'headers'>;

/** Creates the one HTTP client for paid calls. Throws on a URL that is not a plain http(s) address. */
export function createHttpClient(options: HttpClientOptions): SendOnce {
  const base = parseBase(options.url);
  // Created once: loading the trusted certificates takes milliseconds that a call cannot spare after its marker.
  const secureContext = createSecureContext(
    options.certificateAuthority === undefined ? {} : { ca: options.certificateAuthority },
  );
  const origin = originOf(new URL(base), secureContext, options.proxy);
  const connections = new FreshConnections(origin);

  return async (request, reference, mayStillSend) => {
    const deadline = new AbortController();
    const connection = openForOne(
      origin.secure,
      () => connections.take(),
      () => mayStillSend(deadline.signal),
    );
    const mayBeAnswered = () => connection.handedOver();
    const timer = endAfter(options.timeoutMs, mayBeAnswered, () => {
      // Before aborting axios, which would close the socket in the ordinary way.
      connection.cutOff();
      deadline.abort();
    });
    try {
      const response: AxiosResponse<Buffer> = await sendWithAxios({
        ...SENT_AS_IT_IS,
        url: base + request.path,
        data: Buffer.from(JSON.stringify(request.body)),
        headers: new AxiosHeaders({ ...options.headers(reference), ...OWN_HEADERS }),
        transport: connection.transport,
        // axios's own timeout restarts with every byte; the signal also ends a body that trickles in.
        signal: deadline.signal,
      });
      return readAnswer(response);
    } catch (error) {
      const withheld = connection.withheld();
      if (withheld !== undefined) return { kind: 'not_sent', error: withheld, withheld: true };
      return {
        kind: connection.handedOver() ? 'no_answer' : 'not_sent',
        error: deadline.signal.aborted ? 'DEADLINE' : codeOf(error),
      };
    } finally {
      timer.clear();
      connection.destroy();
    }
  };
}

/**
 * Longest time that an answer is read after the limit of its call, in milliseconds: far less than a settlement may
 * take.
 */
const MAX_GRACE_MS = 1_000;

/**
 * Calls `end` after this time. A process that was suspended, or too busy, finds it over before it has read what arrived
 * meanwhile, and is paid for: if there may be an answer, it has as long to read it as it is late, up to a second.
 */
function endAfter(milliseconds: number, mayBeAnswered: () => boolean, end: () => void): { clear(): void } {
  const dueAt = performance.now() + milliseconds;
  let timer = setTimeout(() => {
    if (mayBeAnswered()) timer = setTimeout(end, Math.min(performance.now() - dueAt, MAX_GRACE_MS));
    else end();
  }, milliseconds);
  return { clear: () => clearTimeout(timer) };
}

/** The address without its trailing slash. */
function parseBase(url: string): string {
  const { protocol, origin, pathname, username, password, search, hash } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') throw new TypeError('The provider URL must be http(s)');
  if (username || password || search || hash) {
    throw new TypeError('The provider URL must carry no credentials, query or fragment');
  }
  return origin + pathname.replace(/\/+$/, '');
}

function readAnswer(response: AxiosResponse<Buffer>): Exchange {
  const retryAfter = headerOf(response, 'retry-after');
  // Content codings are case-insensitive (RFC 9110 8.4.1).
  const encoding = headerOf(response, 'content-encoding')?.toLowerCase() ?? 'identity';
  const text = encoding === 'identity' ? decode(response.data) : undefined;
  const answer = { kind: 'answer', status: response.status, retryAfter } as const;
  if (text !== undefined) return { ...answer, body: text };
  return { ...answer, body: response.data.toString('base64'), unreadable: true };
}

function headerOf(response: AxiosResponse, name: string): string | undefined {
  const value: unknown = response.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function decode(bytes: Buffer): string | undefined {
  try {
    return STRICT_UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The error's code and nothing else: messages and configurations contain addresses, keys and bodies. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{0,63}$/.test(code) ? code : 'UNKNOWN';
}
