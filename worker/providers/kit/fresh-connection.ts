import type { Socket } from 'node:net';
import { momentNow } from '../../moment.js';
import type { Dialling } from './dial.js';

/** The same for all: every connection closes in the end, and most of what an error costs is its stack. */
const CLOSED = Object.assign(new Error('Closed before anything was asked'), { code: 'CLOSED' });

/** A connection that has not carried a request yet. */
export class FreshConnection {
  /** Resolves once a request could be sent; rejects with the reason why none ever can. */
  readonly established: Promise<void>;
  /** Rejects when the connection closes. */
  readonly closed: Promise<never>;
  isEstablished = false;
  readonly openedAt = momentNow();
  readonly #first: Socket;
  /** What requests are written to: `#first`, or the TLS socket on top of it. */
  #last: Socket | undefined;
  #limit: NodeJS.Timeout | undefined;
  #failure: Error | undefined;
  #used: (() => void) | undefined;

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
    // Whoever waits gets the error; nobody has to wait.
    this.established.catch(() => undefined);
  }

  /** Does not keep the process alive while it waits, and is closed after waiting this many milliseconds. */
  waitAtMost(milliseconds: number): void {
    this.#first.unref();
    this.#limit = setTimeout(() => this.destroy(), milliseconds).unref();
  }

  /** Ends the waiting: the connection is needed. */
  stopWaiting(): void {
    clearTimeout(this.#limit);
    this.#first.ref();
  }

  /** Calls back when the connection closes. */
  onClose(forget: () => void): void {
    this.#first.once('close', forget);
  }

  /** Calls back once the first byte of a request has left. */
  onUse(used: () => void): void {
    this.#used = used;
  }

  /** Closes it at once. What was already written still goes out: the kernel keeps sending until the peer has it. */
  destroy(): void {
    this.#last?.destroy();
    this.#first.destroy();
  }

  /** Closes it at once with a reset, on which the kernel discards what it has not delivered. */
  reset(): void {
    this.#first.resetAndDestroy();
    this.#last?.destroy();
  }

  /** Gives the socket away; whatever is read from it from now on is an answer. Throws if it was closed. */
  handOver(): Socket {
    const socket = this.#last;
    if (socket === undefined || socket.destroyed || this.#first.destroyed) throw this.#whyClosed();
    socket.off('data', this.#refuseToListen);
    // The request is written as soon as it has the socket, before the event loop turns.
    if (this.#used !== undefined) setImmediate(this.#used);
    return socket;
  }

  #prepare(socket: Socket): void {
    this.#last = socket;
    socket.on('error', this.#remember);
    // Reading detects a close by the peer, which a request must not run into. Data before any request is refused: such
    // a server would answer one request with what it sent for another.
    socket.on('data', this.#refuseToListen);
  }

  #whyClosed(): Error {
    return this.#failure ?? CLOSED;
  }

  readonly #remember = (error: Error): void => {
    this.#failure ??= error;
  };

  readonly #refuseToListen = (): void => {
    this.#last?.destroy(Object.assign(new Error('The server spoke first'), { code: 'SPOKE_FIRST' }));
  };
}
