import { type CallOptions, type ClientOptions, readBaseUrl, readToken } from './connection.js';
import { Deadline, sleep } from './deadline.js';
import { ApiError, ConnectionError, type ErrorBody, TimeoutError } from './errors.js';
import { isPassing, pauseMs, readRetryAfter } from './retry.js';

/** One request to the API. */
export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  /** Without the base URL; ids in it are encoded. */
  path: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as JSON. */
  body?: object;
  accept?: string;
  /** How long the API may wait for a result before it answers. */
  waitSeconds?: number | undefined;
  /** Sent without a token, to obtain one. */
  anonymous?: true;
  /** Whether sending it twice has the same effect as sending it once. */
  repeatable: boolean;
  /** Whether an answer other than 2xx is nevertheless a result. */
  isResult?: (answer: Answer) => boolean;
}

/** A complete answer. */
export interface Answer {
  httpStatus: number;
  headers: Headers;
  bytes: Uint8Array;
  /** The parsed body; undefined if it is not JSON. */
  json: unknown;
}

// More than any answer takes, and less than a caller wants to lose to a dead connection.
const DEFAULT_ATTEMPT_MS = 15_000;
const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_ATTEMPTS = 4;

/** Sends calls and turns answers into results and errors; repeats what is safe to repeat. */
export class Transport {
  readonly #baseUrl: string;
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#baseUrl = readBaseUrl(options.baseUrl);
    this.#options = options;
  }

  /** Runs work under the time limit of a call, shared by all its requests. */
  async within<T>({ timeoutMs, signal }: CallOptions, work: (deadline: Deadline) => Promise<T>): Promise<T> {
    const deadline = new Deadline(timeoutMs ?? this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS, signal);
    try {
      return await work(deadline);
    } finally {
      deadline.release();
    }
  }

  /** Sends one call and returns the body of its answer. */
  async json<T>(call: Call, options: CallOptions = {}): Promise<T> {
    return (await this.within(options, (deadline) => this.send(call, deadline))).json as T;
  }

  /** Sends a call until there is an answer, as far as it may be repeated and time allows. */
  async send(call: Call, deadline: Deadline): Promise<Answer> {
    const attempts = call.repeatable ? (this.#options.maxAttempts ?? DEFAULT_ATTEMPTS) : 1;
    let mayBeStored = false;
    for (let tries = 1; ; tries += 1) {
      try {
        return resultOf(call, await this.#attempt(call, deadline));
      } catch (error) {
        // What the API says of this attempt says nothing of an earlier one, whose answer was lost.
        if (error instanceof ApiError && mayBeStored) error.stored = 'unknown';
        mayBeStored ||=
          error instanceof ConnectionError || (error instanceof ApiError && error.stored === 'unknown');
        if (tries >= attempts || !isPassing(error)) throw error;
        const pause = pauseMs(error instanceof ApiError ? error.retryAfterMs : undefined, tries);
        if (pause >= deadline.remainingMs()) throw error;
        await sleep(pause, deadline.signal);
      }
    }
  }

  async #attempt(call: Call, deadline: Deadline): Promise<Answer> {
    const token = call.anonymous === true ? undefined : await readToken(this.#options.token);
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    const attemptMs = this.#options.attemptTimeoutMs ?? DEFAULT_ATTEMPT_MS;
    const attempt = new Deadline(attemptMs + (call.waitSeconds ?? 0) * 1_000, deadline.signal);
    try {
      const send = this.#options.fetch ?? fetch;
      const response = await send(this.#address(call), {
        method: call.method,
        headers: headersOf(call, token),
        // The token is for this address only, and a redirect would turn a POST into a GET.
        redirect: 'manual',
        signal: attempt.signal,
        ...(body !== undefined && { body }),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { httpStatus: response.status, headers: response.headers, bytes, json: parse(response, bytes) };
    } catch (error) {
      deadline.signal.throwIfAborted();
      throw new ConnectionError(whyNot(attempt.signal.reason ?? error), { cause: error });
    } finally {
      attempt.release();
    }
  }

  #address({ path, query = {} }: Call): string {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) parameters.set(name, String(value));
    }
    return `${this.#baseUrl}${path}${parameters.size > 0 ? `?${parameters}` : ''}`;
  }
}

function headersOf({ body, accept = 'application/json', waitSeconds }: Call, token: string | undefined) {
  return {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    Accept: accept,
    'User-Agent': 'verification-client',
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(waitSeconds !== undefined && { Prefer: `wait=${waitSeconds}` }),
  };
}

function parse({ headers }: Response, bytes: Uint8Array): unknown {
  if (headers.get('content-type')?.startsWith('application/json') !== true) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Returns a result and throws an error. */
function resultOf(call: Call, answer: Answer): Answer {
  const { httpStatus, headers, json } = answer;
  const isJsonMissing = json === undefined && call.accept === undefined && httpStatus !== 204;
  if (httpStatus >= 200 && httpStatus < 300 && !isJsonMissing) return answer;
  if (call.isResult?.(answer) === true) return answer;
  throw new ApiError(httpStatus, isErrorBody(json) ? json : {}, readRetryAfter(headers));
}

/** The API's errors have these members; those of a proxy in front of it do not. */
function isErrorBody(json: unknown): json is ErrorBody {
  const { status, correlation_id: id } = (json ?? {}) as { status?: unknown; correlation_id?: unknown };
  return typeof status === 'string' && typeof id === 'string';
}

function whyNot(reason: unknown): string {
  if (reason instanceof TimeoutError) return 'The API did not answer in time';
  const cause = reason instanceof Error ? reason.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return `The connection to the API failed${code}`;
}
