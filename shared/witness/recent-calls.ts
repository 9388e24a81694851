/** As long as a standby or a copy of Redis may lag behind, many times over. */
const KEPT_MS = 15 * 60_000;
/** Some 10 MB when full. */
const MOST_CALLS = 50_000;

/**
 * The calls that this process has made of late, to be told to a witness that has forgotten everything: with Redis and
 * the primary lost at the same moment, nobody else knows of them.
 */
export class RecentCalls {
  readonly #calls = new Map<string, { callId: string; at: number }>();

  add(checkId: string, callId: string): void {
    // Deleted first, so that the order is that of the calls.
    this.#calls.delete(checkId);
    this.#calls.set(checkId, { callId, at: performance.now() });
    const [oldest] = this.#calls.size > MOST_CALLS ? this.#calls.keys() : [];
    if (oldest !== undefined) this.#calls.delete(oldest);
  }

  /** Another call of the check, made since, stays. */
  remove(checkId: string, callId: string): void {
    if (this.#calls.get(checkId)?.callId === callId) this.#calls.delete(checkId);
  }

  /** Checks and their calls. */
  all(): [checkId: string, callId: string][] {
    const since = performance.now() - KEPT_MS;
    return [...this.#calls].flatMap(([checkId, { callId, at }]) => (at < since ? [] : [[checkId, callId]]));
  }
}
