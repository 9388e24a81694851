/** How to reach the API, and how long to wait for it. */
export interface ClientOptions {
  /**
   * The address of the service without `/api/v1`, for example `https://verify.example.com`. https, or http on loopback.
   */
  baseUrl: string;
  /**
   * An API key or an access token, or a function that returns one: it is called before every request, and must limit
   * its own time.
   */
  token: string | (() => string | Promise<string>);
  /** The total time of a call, including retries, in milliseconds; 60 000 by default. */
  timeoutMs?: number;
  /**
   * How long one answer may take, in addition to the time the API is asked to wait, in milliseconds; 15 000 by default.
   */
  attemptTimeoutMs?: number;
  /** How often a call that is safe to repeat is sent at most; 4 by default, 1 for no retries. */
  maxAttempts?: number;
  /** Replaces the global fetch, for example to use a proxy. */
  fetch?: typeof fetch;
}

/** Options for a single call. */
export interface CallOptions {
  /** Overrides the client's. */
  timeoutMs?: number;
  /** Ends the call, which then throws the signal's reason. What the API has accepted continues nevertheless. */
  signal?: AbortSignal;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Validates an address and returns it without a trailing slash. Throws TypeError saying what is expected. */
export function readBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined)
    throw new TypeError('baseUrl must be an absolute URL, like https://verify.example.com');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.has(url.hostname))) {
    throw new TypeError('baseUrl must be https: the token is sent there. http will do on loopback only');
  }
  // fetch refuses such an address, and quotes it with the password.
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl must have no user name, password, query or fragment');
  }
  return url.href.replace(/\/+$/, '');
}

/** Gets the token. Throws TypeError, without quoting it, if it cannot be one. */
export async function readToken(token: ClientOptions['token']): Promise<string> {
  const value = typeof token === 'string' ? token : await token();
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new TypeError('The token is empty or has white space in it: is there a line break at its end?');
  }
  return value;
}
