import { liveSideOf } from '../domain/mode.js';
import type { Scope } from './scope.js';
import type { ConnectionWork } from './trusted-pool.js';

type Use = <T>(work: ConnectionWork<T>) => Promise<T>;

/** The part of a pool's connections that one client may use at once: whatever it asks, others find the rest free. */
const PART_OF_A_CLIENT = 1 / 2;
/** As long as for a connection of the pool. */
const MAX_WAIT_MS = 3_000;

/** Shares a pool's connections among clients; live and test mode count together. */
export class ClientShares {
  readonly #maxPerClient: number;
  readonly #busy = new Map<string, number>();
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(
    poolSize: number,
    private readonly maxWaitMs = MAX_WAIT_MS,
  ) {
    this.#maxPerClient = Math.max(1, Math.floor(poolSize * PART_OF_A_CLIENT));
  }

  /** Callers waiting for their client's share. */
  get waitedFor(): number {
    return [...this.#waiting.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * Returns a way to use the connections that counts towards the share of the scope's client. A statement that serves
   * many requests counts towards nobody's share, even if all of them happen to be of one client, because the next ones,
   * of other clients, wait for it.
   */
  of(scope: Scope, use: Use): Use {
    if (typeof scope === 'string' || scope.caller === undefined) return use;
    const name = liveSideOf(scope.caller);
    return async (work) => {
      await this.#enter(name);
      try {
        return await use(work);
      } finally {
        this.#leave(name);
      }
    };
  }

  /** Throws NoShareError. */
  async #enter(client: string): Promise<void> {
    const busy = this.#busy.get(client) ?? 0;
    if (busy < this.#maxPerClient) this.#busy.set(client, busy + 1);
    else await this.#wait(client);
  }

  #wait(client: string): Promise<void> {
    const waiting = this.#waiting.get(client) ?? new Set();
    this.#waiting.set(client, waiting);
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        waiting.delete(enter);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(enter);
        reject(new NoShareError());
      }, this.maxWaitMs);
      waiting.add(enter);
    });
  }

  /** Hands the place to whoever has waited longest. */
  #leave(client: string): void {
    const [next] = this.#waiting.get(client) ?? [];
    if (next !== undefined) {
      next();
      return;
    }
    this.#waiting.delete(client);
    const busy = (this.#busy.get(client) ?? 1) - 1;
    if (busy === 0) this.#busy.delete(client);
    else this.#busy.set(client, busy);
  }
}

/** A client keeps all connections of its share busy: for its callers that is as if there were none. */
class NoShareError extends Error {
  override readonly name = 'NoShareError';
  /** too_many_connections, so that it counts as unavailable. */
  readonly code = '53300';

  constructor() {
    super('One client keeps its share of the connections to PostgreSQL busy');
  }
}
