import type { Socket } from 'node:net';
import { momentNow } from '../../moment.js';

/** A connection on which nothing was asked yet. */
export class FreshConnection {
  /** Resolves when a request could be sent; rejects with why none ever can. */
  readonly established: Promise<void>;
  /** Rejects when the socket closes. */
  readonly closed: Promise<never>;
  isEstablished = false;
  readonly openedAt = momentNow();
  #limit: NodeJS.Timeout | undefined;
  #failure: Error | undefined;

  /** `established` is the event by which the socket tells that it is. */
  constructor(
    readonly socket: Socket,
    established: string,
  ) {
    // Reading tells of a close by the other side, which a request must not run into. Nobody who asked nothing is
    // answered: such a server would answer one request with what it said to another.
    socket.on('data', this.#refuseToListen);
    socket.on('error', (error) => {
      this.#failure = error;
    });
    this.closed = new Promise((_resolve, reject) => {
      socket.once('close', () => reject(this.#whyClosed()));
    });
    const opened = new Promise<void>((resolve) => socket.once(established, () => resolve()));
    this.established = Promise.race([opened, this.closed]).then(() => {
      this.isEstablished = true;
    });
    // Who waits is told; nobody has to.
    this.established.catch(() => undefined);
  }

  /** Keeps nothing alive while it waits, and is closed when it has waited for so many milliseconds. */
  waitAtMost(milliseconds: number): void {
    this.socket.unref();
    this.#limit = setTimeout(() => this.socket.destroy(), milliseconds).unref();
  }

  /** Ends the waiting: somebody needs it. */
  stopWaiting(): void {
    clearTimeout(this.#limit);
    this.socket.ref();
  }

  /** Gives the socket away; from now on what is read from it is an answer. Throws when it was closed. */
  handOver(): Socket {
    if (this.socket.destroyed) throw this.#whyClosed();
    this.socket.off('data', this.#refuseToListen);
    return this.socket;
  }

  #whyClosed(): Error {
    return this.#failure ?? Object.assign(new Error('Closed before anything was asked'), { code: 'CLOSED' });
  }

  readonly #refuseToListen = (): void => {
    this.socket.destroy(Object.assign(new Error('The server spoke first'), { code: 'SPOKE_FIRST' }));
  };
}
