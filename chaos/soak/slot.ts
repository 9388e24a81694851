import { setTimeout as sleep } from 'node:timers/promises';
import type { Served } from '../../harness/serve.js';
import { type Links, type ProcessOptions, startBehind } from '../world/linked-process.js';

/** How long a supervisor waits before it restarts a process. */
const RESTART_MS = 500;

/** A slot for one process of the service: when it ends, another one is started behind the same relays. */
export class Slot {
  #current: Served | undefined;
  #closing = false;
  #expectsEnd = false;
  readonly #supervising: Promise<void>;
  #starts = 0;
  /** How often the process ended unexpectedly. */
  ownEnds = 0;

  constructor(
    private readonly options: ProcessOptions,
    readonly links: Links,
    /** The file its clock follows, if that can be changed. */
    readonly clockFile: string | undefined,
  ) {
    this.#supervising = this.#supervise();
  }

  get name(): string {
    return this.options.name;
  }

  get role(): ProcessOptions['role'] {
    return this.options.role;
  }

  /** Where it listens, while it is running. */
  get url(): string | undefined {
    return this.#current?.url;
  }

  get ready(): boolean {
    return this.#current?.running === true;
  }

  /** How often it has been started. */
  get starts(): number {
    return this.#starts;
  }

  /** Sends a signal to the process, if there is one. */
  signal(signal: NodeJS.Signals): void {
    if (signal === 'SIGKILL' || signal === 'SIGTERM') this.#expectsEnd = true;
    this.#current?.signal(signal);
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.#current?.stop();
    await this.#supervising;
  }

  async #supervise(): Promise<void> {
    while (!this.#closing) {
      try {
        this.#current = await startBehind(this.links, this.options);
        this.#starts += 1;
        if (this.#closing) await this.#current.stop();
        await this.#current.exited;
      } catch {
        // Its log says why it did not start; the database may be down.
      }
      if (!this.#expectsEnd && !this.#closing) this.ownEnds += 1;
      this.#expectsEnd = false;
      await sleep(RESTART_MS);
    }
  }
}
