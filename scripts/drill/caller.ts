import { until } from './scratch.js';

interface Wire {
  access_token?: string;
  request_id?: string;
  status?: string;
}

/** A client of the service that follows the rules, and remembers what was acknowledged. */
export class Caller {
  /** The ids of acknowledged requests, by idempotency key. */
  readonly acknowledged = new Map<string, string>();
  #url = '';
  #token = '';

  constructor(private readonly account: { email: string; password: string }) {}

  /** Signs in at this API and sends requests there from now on. */
  async signIn(url: string): Promise<void> {
    this.#url = url;
    const { access_token: token } = await this.#send('POST', '/api/v1/login', this.account);
    if (token === undefined) throw new Error('The login was not answered with a token.');
    this.#token = token;
  }

  /** Sends one request per key, and resolves when all are acknowledged. */
  async submit(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const body = {
        service_code: 'said_verification',
        // A synthetic number from the sandbox's table.
        subject: '0001010000071',
        purpose: 'Restore drill with a synthetic subject',
        authority_confirmed: true,
        charge_approved: true,
        idempotency_key: key,
      };
      const { request_id: id } = await this.#send('POST', '/api/v1/verifications', body);
      if (id === undefined) throw new Error(`${key} was not answered with an id.`);
      this.acknowledged.set(key, id);
    }
  }

  /** Waits until none of these is pending any more, and returns their statuses. */
  async settled(keys: readonly string[]): Promise<Map<string, string>> {
    const states = new Map<string, string>();
    for (const key of keys) {
      await until(async () => {
        const { status } = await this.#send('GET', `/api/v1/verifications/${this.acknowledged.get(key)}`);
        states.set(key, status ?? '');
        return status !== 'pending';
      }, `${key} is settled`);
    }
    return states;
  }

  async #send(method: string, path: string, body?: object): Promise<Wire> {
    const answer = await fetch(this.#url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        prefer: 'respond-async',
        ...(this.#token !== '' && path !== '/api/v1/login' && { authorization: `Bearer ${this.#token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
    return JSON.parse(text) as Wire;
  }
}
