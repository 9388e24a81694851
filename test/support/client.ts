import { expectDescribedAnswer } from './contract.js';

/** An answer of the API; `body` is the parsed JSON, or the text when it is none. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  body: any;
}

export interface RequestOptions {
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is, instead of `json`. */
  body?: string | Uint8Array;
  headers?: Record<string, string>;
}

/** Speaks with an API as a caller would. Never throws on a status, but when an answer is not as the API describes it. */
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

  /** The same caller at another process of the service. */
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
