import { type Moment, momentNow, msBetween } from '../../moment.js';
import { dial, type Origin } from './dial.js';
import { FreshConnection } from './fresh-connection.js';

/**
 * How long a connection may wait for its request, in milliseconds. Servers and load balancers close an idle new one
 * after 60 s (nginx `client_header_timeout`, Node `headersTimeout`), 20 s (Apache `RequestReadTimeout`) or, with strict
 * settings, 5 s (HAProxy `timeout http-request`). A request that met such a close would have an uncertain outcome, so
 * this stays far below the shortest.
 */
const READY_MS = 2_000;
/** Most connections of one origin that may wait: a burst opens any beyond that itself. */
const MAX_READY = 32;
/**
 * How long TLS sessions are resumed after the certificate was verified, in milliseconds: each brings the next, so that
 * a busy worker would never notice that it has expired, until it is restarted and can make no call any more (RFC 8446,
 * 4.6.1).
 */
const VERIFIED_FOR_MS = 600_000;

/**
 * The connections for the calls of one origin; each carries one request. While calls follow each other closely, as many
 * are opened ahead as they need, so that TCP and TLS are done before a call has its marker. Otherwise no connection is
 * opened that no call uses.
 */
export class FreshConnections {
  readonly #ready = new Set<FreshConnection>();
  #lastTaken: Moment | undefined;
  /** Of the last handshake, so that the next can skip its signatures. */
  #session: Buffer | undefined;
  #verifiedAt: Moment | undefined;

  constructor(private readonly origin: Origin) {}

  /** Returns an unused connection, as far established as there is one. */
  take(): FreshConnection {
    const now = momentNow();
    const taken = this.#takeReady(now) ?? this.#open();
    const oftenEnough = this.#lastTaken !== undefined && msBetween(this.#lastTaken, now) < READY_MS;
    this.#lastTaken = now;
    // Having to wait for one shows that too few are open.
    const missing = taken.isEstablished ? 1 : 2;
    // Connecting is a system call that takes longer than sending: no call waits for the connection of the next.
    if (oftenEnough) taken.onUse(() => this.#openAhead(missing));
    return taken;
  }

  /** Takes the youngest established one, so that surplus connections age and are closed. */
  #takeReady(now: Moment): FreshConnection | undefined {
    // After the process or its machine was paused, a call may come before the timers that fell due meanwhile.
    for (const old of this.#ready) if (msBetween(old.openedAt, now) >= READY_MS) this.#drop(old);
    const ready = [...this.#ready];
    const best = ready.findLast((connection) => connection.isEstablished) ?? ready[0];
    if (best === undefined) return undefined;
    this.#ready.delete(best);
    best.stopWaiting();
    return best;
  }

  #drop(connection: FreshConnection): void {
    this.#ready.delete(connection);
    connection.destroy();
  }

  #openAhead(count: number): void {
    for (let left = count; left > 0 && this.#ready.size < MAX_READY; left -= 1) {
      const connection = this.#open();
      this.#ready.add(connection);
      connection.waitAtMost(READY_MS);
      connection.onClose(() => this.#ready.delete(connection));
    }
  }

  #open(): FreshConnection {
    const verifiedAt = this.#verifiedAt;
    const keepSession = (session: Buffer, resumed: boolean): void => {
      // A full handshake may have begun another chain meanwhile.
      if (resumed && verifiedAt !== this.#verifiedAt) return;
      if (!resumed) this.#verifiedAt = momentNow();
      this.#session = session;
    };
    const session = this.#isVerified() ? this.#session : undefined;
    return new FreshConnection((prepare) => dial(this.origin, { session, keepSession, prepare }));
  }

  #isVerified(): boolean {
    return this.#verifiedAt !== undefined && msBetween(this.#verifiedAt, momentNow()) < VERIFIED_FOR_MS;
  }
}
