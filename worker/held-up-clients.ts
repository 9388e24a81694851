/** How soon a client is tried again. Each failure is also in the log of PostgreSQL, and passes come every second. */
const RETRY_MS = 30_000;

/**
 * The clients whose events or mails cannot be handed on, as far as a process knows: its passes leave them out for a
 * while.
 */
export class HeldUpClients {
  readonly #until = new Map<string, number>();

  /** `now` is a monotonic clock in milliseconds. */
  constructor(private readonly now = () => performance.now()) {}

  add(clientId: string): void {
    this.#until.set(clientId, this.now() + RETRY_MS);
  }

  /** Those that are not to be tried again yet. */
  list(): string[] {
    const now = this.now();
    for (const [clientId, until] of this.#until) if (until <= now) this.#until.delete(clientId);
    return [...this.#until.keys()];
  }
}
