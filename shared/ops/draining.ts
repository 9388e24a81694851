import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The time between the order to stop and the end of listening, in which load balancers learn to send no more requests.
 */
export class Draining {
  #begun = false;

  constructor(private readonly seconds: number) {}

  /** Whether the process is about to stop: it is no longer ready, and asks callers to connect elsewhere. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Resolves when the time is over. Requests are still served meanwhile. */
  async run(): Promise<void> {
    this.#begun = true;
    await sleep(this.seconds * 1_000);
  }
}
