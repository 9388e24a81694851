/** How to reach the API, and how patient to be with it. */
export interface ClientOptions {
  /** The address of the service without `/api/v1`, for example `https://verify.example.com`. https, or http on loopback. */
  baseUrl: string;
  /** An API key or an access token, or what gives one: it is asked before every request, and has to limit its own time. */
  token: string | (() => string | Promise<string>);
  /** The time that a call may take in all, its retries included, in milliseconds; 60 000 unless given. */
  timeoutMs?: number;
  /** How long one answer may take, beyond what the API is asked to wait for news; 15 000 unless given. */
  attemptTimeoutMs?: number;
  /** How often a call that is safe to repeat is sent at most; 4 unless given, 1 for never again. */
  maxAttempts?: number;
  /** Takes the place of the global fetch, for example to go through a proxy. */
  fetch?: typeof fetch;
}

/** What can be said for one call. */
export interface CallOptions {
  /** In place of the client's. */
  timeoutMs?: number;
  /** Ends the call; it then throws the signal's reason. What the API has accepted goes on all the same. */
  signal?: AbortSignal;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Judges an address and returns it without a slash at its end. Throws TypeError that says what to give. */
export function readBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined)
    throw new TypeError('baseUrl must be an absolute URL, like https://verify.example.com');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.has(url.hostname))) {
    throw new TypeError('baseUrl must be https: the token is sent there. http will do on loopback only');
  }
  if (url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl must have no user name, query or fragment');
  }
  return url.href.replace(/\/+$/, '');
}

/** Asks for the token. Throws TypeError that does not quote it when it cannot be one. */
export async function readToken(token: ClientOptions['token']): Promise<string> {
  const value = typeof token === 'string' ? token : await token();
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new TypeError('The token is empty or has white space in it: is there a line break at its end?');
  }
  return value;
}
