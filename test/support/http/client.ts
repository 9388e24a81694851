import { expectDescribedAnswer } from './contract.js';

/** An answer of the API; `body` is the parsed JSON, or text if it is not JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  body: any;
}

export interface RequestOptions {
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged, instead of `json`. */
  body?: string | Uint8Array;
  headers?: Record<string, string>;
}

/**
 * Talks to an API like a caller. Does not throw on any status, only if an answer does not match the API description.
 */
export class TestClient {
  constructor(
    readonly url: string,
    readonly headers: Readonly<Record<string, string>> = {},
    /** False for another server that happens to have paths of the API. */
    private readonly isApi = true,
  ) {}

  /** The same client with an access token. */
  withToken(token: string): TestClient {
    return new TestClient(this.url, { ...this.headers, authorization: `Bearer ${token}` });
  }

  /** The same caller, talking to another process of the service. */
  at(url: string): TestClient {
    return new TestClient(url, this.headers);
  }

  get(path: string, options?: RequestOptions): Promise<Answer> {
    return this.send('GET', path, options);
  }

  post(path: string, json?: unknown, options: RequestOptions = {}): Promise<Answer> {
    return this.send('POST', path, { ...options, ...(json !== undefined && { json }) });
  }

  async send(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const { json, body = json === undefined ? undefined : JSON.stringify(json) } = options;
    const response = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...this.headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const answer = {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : text,
    };
    if (this.isApi) expectDescribedAnswer(method, path, answer);
    return answer;
  }
}
