/** Many times longer than a standby or copy of Redis may lag behind. */
const KEPT_MS = 15 * 60_000;
/** Some 10 MB when full. */
const MAX_CALLS = 50_000;

/**
 * The calls this process made recently, to tell a witness that has forgotten everything: if Redis and the primary are
 * lost at the same moment, nobody else knows of them.
 */
export class RecentCalls {
  readonly #calls = new Map<string, { callId: string; at: number }>();

  add(checkId: string, callId: string): void {
    // Deleted first, so that the map stays in the order of the calls.
    this.#calls.delete(checkId);
    this.#calls.set(checkId, { callId, at: performance.now() });
    const [oldest] = this.#calls.size > MAX_CALLS ? this.#calls.keys() : [];
    if (oldest !== undefined) this.#calls.delete(oldest);
  }

  /** Removes this call; a later call of the check stays. */
  remove(checkId: string, callId: string): void {
    if (this.#calls.get(checkId)?.callId === callId) this.#calls.delete(checkId);
  }

  /** Checks with their calls. */
  all(): [checkId: string, callId: string][] {
    const since = performance.now() - KEPT_MS;
    return [...this.#calls].flatMap(([checkId, { callId, at }]) => (at < since ? [] : [[checkId, callId]]));
  }
}
