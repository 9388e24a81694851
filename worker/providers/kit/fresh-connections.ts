import { type Moment, momentNow, msBetween } from '../../moment.js';
import { dial, type Origin } from './dial.js';
import { FreshConnection } from './fresh-connection.js';

/**
 * How long a connection may wait for its request, in milliseconds. Servers and balancers close one on which nothing is
 * asked after 60 s (nginx `client_header_timeout`, Node `headersTimeout`), 20 s (Apache `RequestReadTimeout`) or, where
 * somebody was strict, 5 s (HAProxy `timeout http-request`). The outcome of a request that met such a close would be
 * uncertain, so this stays far below the shortest.
 */
const READY_MS = 2_000;
/** Connections of one origin that wait at most: what a burst needs beyond that it opens itself. */
const MOST_READY = 32;

/**
 * The connections for the calls of one origin; each carries one request. While calls follow each other closely, as
 * many are opened ahead as they need, so that a call has TCP and TLS behind it before there is a marker. When they do
 * not, nothing is opened that no call uses.
 */
export class FreshConnections {
  readonly #ready = new Set<FreshConnection>();
  #lastTaken: Moment | undefined;
  /** Of the last handshake, to save the next one its signatures. */
  #session: Buffer | undefined;

  constructor(private readonly origin: Origin) {}

  /** A connection on which nothing was asked, as far on its way as there is one. */
  take(): FreshConnection {
    const now = momentNow();
    const taken = this.#takeReady(now) ?? this.#open();
    const oftenEnough = this.#lastTaken !== undefined && msBetween(this.#lastTaken, now) < READY_MS;
    this.#lastTaken = now;
    if (oftenEnough) this.#openAhead();
    // Whoever has to wait for one shows that there are too few.
    if (oftenEnough && !taken.isEstablished) this.#openAhead();
    return taken;
  }

  /** The youngest that is established, so that those which are not needed any more grow old and go. */
  #takeReady(now: Moment): FreshConnection | undefined {
    // After a pause of the process or its machine a call may come before the timers that were due within it.
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

  #openAhead(): void {
    if (this.#ready.size >= MOST_READY) return;
    const connection = this.#open();
    this.#ready.add(connection);
    connection.waitAtMost(READY_MS);
    connection.onClose(() => this.#ready.delete(connection));
  }

  #open(): FreshConnection {
    const keepSession = (session: Buffer): void => {
      this.#session = session;
    };
    return new FreshConnection((prepare) =>
      dial(this.origin, { session: this.#session, keepSession, prepare }),
    );
  }
}
