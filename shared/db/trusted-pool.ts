import type pg from 'pg';
import type { OutageLog } from '../outage-log.js';
import { describeOutage } from './describe-outage.js';
import { isReadOnly, isServerFault, isSilence, leavesSessionUsable } from './sqlstate.js';

/** Work on one connection; calling `discard` means that nobody may use the connection afterwards. */
export type ConnectionWork<T> = (client: pg.PoolClient, discard: () => void) => Promise<T>;

/**
 * Further calls to `drop` are ignored for this long after one, in milliseconds: the connections opened since are new.
 */
const DROP_PAUSE_MS = 1_000;

/** A pool that never reuses connections that broke or turned out to lead to a server that may not write. */
export class TrustedPool {
  readonly #openedAt = new WeakMap<pg.PoolClient, number>();
  #trustedFrom = 0;

  constructor(
    private readonly pool: pg.Pool,
    private readonly outages?: OutageLog,
  ) {
    // A connection that dies while idle must not crash the process; the pool replaces it.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => this.#openedAt.set(client, performance.now()));
  }

  /** Runs `work` with a connection of its own. Rethrows its errors, and throws if no connection can be had. */
  async use<T>(work: ConnectionWork<T>): Promise<T> {
    const client = await this.#acquire();
    let broken = false;
    const discard = (): void => {
      broken = true;
    };
    // Without a listener, losing a checked-out connection would be an uncaught exception.
    client.on('error', discard);
    try {
      const result = await work(client, discard);
      this.outages?.worked();
      return result;
    } catch (error) {
      this.#tell(error);
      if (isReadOnly(error) || isSilence(error)) this.drop();
      if (!leavesSessionUsable(error)) discard();
      throw error;
    } finally {
      client.off('error', discard);
      client.release(broken);
    }
  }

  /**
   * Stops using the present connections for new work: after a switchover they lead to a server that may no longer
   * write, while the same address leads to another one. After a firewall or a server has gone without closing anything,
   * none of them gets an answer, and each would take as long to find that out.
   */
  drop(): void {
    const now = performance.now();
    if (now - this.#trustedFrom > DROP_PAUSE_MS) this.#trustedFrom = now;
  }

  /**
   * Reports a statement that lost or lacked its connection, or that PostgreSQL itself failed at, but not one that
   * another transaction was in the way of.
   */
  #tell(error: unknown): void {
    const isPassing = leavesSessionUsable(error) && !isServerFault(error);
    const reason = isPassing ? undefined : describeOutage(error);
    if (reason !== undefined) this.outages?.failed(reason);
  }

  async #acquire(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.pool.connect().catch((error: unknown) => {
        this.#tell(error);
        throw error;
      });
      if ((this.#openedAt.get(client) ?? 0) >= this.#trustedFrom) return client;
      client.release(true);
    }
  }
}
