import type { Socket } from 'node:net';
import { momentNow } from '../../moment.js';
import type { Dialling } from './dial.js';

/** A connection on which nothing was asked yet. */
export class FreshConnection {
  /** Resolves when a request could be sent; rejects with why none ever can. */
  readonly established: Promise<void>;
  /** Rejects when the connection closes. */
  readonly closed: Promise<never>;
  isEstablished = false;
  readonly openedAt = momentNow();
  readonly #first: Socket;
  /** What requests are written to: the first, or what speaks TLS through it. */
  #last: Socket | undefined;
  #limit: NodeJS.Timeout | undefined;
  #failure: Error | undefined;

  /** `dial` calls its argument with the socket that requests will be written to. */
  constructor(dial: (prepare: (socket: Socket) => void) => Dialling) {
    const { socket, established } = dial((last) => this.#prepare(last));
    this.#first = socket;
    socket.on('error', this.#remember);
    this.closed = new Promise((_resolve, reject) => {
      socket.once('close', () => reject(this.#whyClosed()));
    });
    this.established = Promise.race([established, this.closed]).then(() => {
      this.isEstablished = true;
    });
    // Who waits is told; nobody has to.
    this.established.catch(() => undefined);
  }

  /** Keeps nothing alive while it waits, and is closed when it has waited for so many milliseconds. */
  waitAtMost(milliseconds: number): void {
    this.#first.unref();
    this.#limit = setTimeout(() => this.destroy(), milliseconds).unref();
  }

  /** Ends the waiting: somebody needs it. */
  stopWaiting(): void {
    clearTimeout(this.#limit);
    this.#first.ref();
  }

  /** Calls back when the connection is closed. */
  onClose(forget: () => void): void {
    this.#first.once('close', forget);
  }

  /** Closes it at once. What was written before still goes out: the kernel sends it until the other side has it. */
  destroy(): void {
    this.#last?.destroy();
    this.#first.destroy();
  }

  /** Closes it at once and for good: with a reset, at which the kernel throws away what it has not delivered. */
  reset(): void {
    this.#first.resetAndDestroy();
    this.#last?.destroy();
  }

  /** Gives the socket away; from now on what is read from it is an answer. Throws when it was closed. */
  handOver(): Socket {
    const socket = this.#last;
    if (socket === undefined || socket.destroyed || this.#first.destroyed) throw this.#whyClosed();
    socket.off('data', this.#refuseToListen);
    return socket;
  }

  #prepare(socket: Socket): void {
    this.#last = socket;
    socket.on('error', this.#remember);
    // Reading tells of a close by the other side, which a request must not run into. Nobody who asked nothing is
    // answered: such a server would answer one request with what it said to another.
    socket.on('data', this.#refuseToListen);
  }

  #whyClosed(): Error {
    return this.#failure ?? Object.assign(new Error('Closed before anything was asked'), { code: 'CLOSED' });
  }

  readonly #remember = (error: Error): void => {
    this.#failure ??= error;
  };

  readonly #refuseToListen = (): void => {
    this.#last?.destroy(Object.assign(new Error('The server spoke first'), { code: 'SPOKE_FIRST' }));
  };
}
