import { setTimeout as sleep } from 'node:timers/promises';
import { anyRequest, type ClientRequest, newRequest } from '../client/request.js';
import { type Submitter, sendUntilAccepted } from '../client/submit.js';
import type { Random } from '../random.js';

/** A client retries for this long, with the same key, before it counts as a defect that its request is not accepted. */
const PATIENCE_MS = 180_000;
/** What a caller may prefer: not to wait, to wait as long as usual, or only briefly. */
const PREFERENCES = ['respond-async', 'wait=2', 'wait=5'];
// From docs/sandbox.md; most subjects are positive.
const OTHER_SUBJECTS = ['0001010001079', '0001010003075', '0001010004073', '0001010009072'];
const OTHERS = 0.1;

/** Submits at a steady rate, whatever the service does: every request is followed up by a task of its own. */
export class Load {
  readonly requests: ClientRequest[] = [];
  readonly #tasks = new Set<Promise<void>>();
  readonly #submitters: readonly Submitter[];
  readonly #random: Random;
  readonly #givenUp: string[] = [];
  #stopped = false;
  readonly #running: Promise<void>;

  /** `keyOf` makes the key of a request from its number: no two loads of one client may share keys. */
  constructor(
    submitters: readonly Submitter[],
    random: Random,
    perSecond: number,
    private readonly keyOf = (number: number): string => `load-${number}`,
  ) {
    this.#submitters = submitters;
    this.#random = random;
    this.#running = this.#run(1_000 / perSecond);
  }

  /** Requests not accepted within three minutes, with their answers. */
  get givenUp(): readonly string[] {
    return this.#givenUp;
  }

  /** Submits one more request, with a positive subject; it gets its id when it is accepted. */
  probe(key: string): ClientRequest {
    const request = newRequest(key, 'said_verification', '0001010000071');
    this.#follow(request, 'respond-async');
    return request;
  }

  /** Starts no new requests and resolves when every request is accepted. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
    await Promise.all(this.#tasks);
  }

  async #run(pauseMs: number): Promise<void> {
    for (let number = 1; !this.#stopped; number += 1) {
      this.#follow(this.#nextRequest(number), this.#random.pick(PREFERENCES));
      await sleep(pauseMs * (0.5 + this.#random.next()));
    }
  }

  #nextRequest(number: number): ClientRequest {
    const key = this.keyOf(number);
    if (this.#random.next() >= OTHERS) return anyRequest(key, this.#random);
    return newRequest(key, 'said_verification', this.#random.pick(OTHER_SUBJECTS));
  }

  #follow(request: ClientRequest, prefer: string): void {
    const task = this.#submit(request, prefer);
    this.#tasks.add(task);
    void task.finally(() => this.#tasks.delete(task));
  }

  async #submit(request: ClientRequest, prefer: string): Promise<void> {
    this.requests.push(request);
    request.client = this.requests.length % this.#submitters.length;
    const submitter = this.#submitters[request.client];
    if (submitter === undefined) throw new Error('Nobody to submit for');
    await sendUntilAccepted(request, submitter, { prefer, withinMs: PATIENCE_MS }).catch((error: Error) => {
      this.#givenUp.push(error.message);
    });
  }
}
