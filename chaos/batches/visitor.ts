import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../client/ask.js';
import { type ClientRequest, newRequest } from '../client/request.js';
import { type Submitter, sendUntilAccepted } from '../client/submit.js';

const EVERY_MS = 250;
/** Longer than any recovery; a request still unanswered by then is a defect. */
const PATIENCE_MS = 180_000;
const LOOK_EVERY_MS = 250;

/** How long a client waited for the results of single requests, in milliseconds. */
export interface Waits {
  readonly times: readonly number[];
  /** Requests that were not accepted or settled within three minutes. */
  readonly givenUp: readonly string[];
}

/** Another client, submitting single checks in the ordinary way: four per second, and waiting for each result. */
export class Visitor {
  readonly requests: ClientRequest[] = [];

  constructor(private readonly submitter: Submitter) {}

  /** Submits until `until` resolves, and then waits for the requests in flight. */
  async watch(name: string, until: Promise<unknown>): Promise<Waits> {
    let over = false;
    const ended = until.finally(() => {
      over = true;
    });
    const times: number[] = [];
    const givenUp: string[] = [];
    const tasks: Promise<unknown>[] = [];
    while (!over) {
      const asked = this.#ask(`${name}-${tasks.length}`);
      tasks.push(asked.then((ms) => times.push(ms)).catch((error: Error) => givenUp.push(error.message)));
      await Promise.race([ended, sleep(EVERY_MS)]);
    }
    await Promise.all(tasks);
    return { times, givenUp };
  }

  /** Milliseconds from the first attempt to the result. */
  async #ask(key: string): Promise<number> {
    const request = newRequest(key, 'said_verification', '0001010000071');
    this.requests.push(request);
    const startedAt = performance.now();
    await sendUntilAccepted(request, this.submitter, { prefer: 'wait=10', withinMs: PATIENCE_MS });
    const [id] = request.ids;
    while (!(await this.#isSettled(`/api/v1/verifications/${id}`))) {
      if (performance.now() - startedAt > PATIENCE_MS) throw new Error(`${key} (${id}) is still pending`);
      await sleep(LOOK_EVERY_MS);
    }
    return performance.now() - startedAt;
  }

  async #isSettled(path: string): Promise<boolean> {
    const answer = await ask(`${this.submitter.nextUrl()}${path}`, { token: this.submitter.token() });
    if (answer?.status !== 200) return false;
    return (answer.body as { status: string }).status !== 'pending';
  }
}
