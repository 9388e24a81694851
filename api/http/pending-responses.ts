import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Responses that one connection may wait for: hardly any program sends a request before the last one is answered. */
export const MAX_PENDING_RESPONSES = 100;

/**
 * Tracks the responses that each connection is still waiting for. A caller that sends something unreadable after a
 * request must not get the error for it in place of the response to that request: the request may be accepted and paid
 * for, and a caller told 400 would submit it again. Responses leave in the order of their requests (RFC 9112 9.3.2),
 * and a request is handled only once the one before it is answered: a single packet has room for more than a thousand
 * requests, which would otherwise all be handled before those of any other connection.
 */
export class PendingResponses {
  readonly #pending = new WeakMap<Duplex, ServerResponse[]>();
  readonly #broken = new WeakSet<Duplex>();

  /**
   * Adds a response until it is sent or the connection is lost, and calls `begin` once it is the first in line. Drops a
   * connection with too many.
   */
  add(socket: Duplex, answer: ServerResponse, begin: () => void): void {
    const pending = this.#pending.get(socket) ?? [];
    this.#pending.set(socket, pending);
    const before = pending.at(-1);
    pending.push(answer);
    answer.once('close', () => pending.splice(pending.indexOf(answer), 1));
    if (before === undefined) begin();
    else if (pending.length > MAX_PENDING_RESPONSES) socket.destroy();
    else before.once('close', () => setImmediate(beginOn, socket, begin));
  }

  /** Whether this connection is waiting for a response. */
  isWaiting(socket: Duplex): boolean {
    return (this.#pending.get(socket)?.length ?? 0) > 0;
  }

  /**
   * Calls `answerBreak` once everything that was asked before the break is answered. Only the first break of a
   * connection counts: whatever follows it is unreadable too.
   */
  afterBreak(socket: Duplex, answerBreak: () => void): void {
    if (this.#broken.has(socket)) return;
    this.#broken.add(socket);
    const before = this.#lastBeforeBreak(socket);
    if (before === undefined) answerBreak();
    else before.once('close', answerBreak);
  }

  #lastBeforeBreak(socket: Duplex): ServerResponse | undefined {
    const pending = this.#pending.get(socket) ?? [];
    const last = pending.at(-1);
    // The break is within this request's body, which therefore never arrives: the error is its answer.
    if (last !== undefined && !last.req.complete && !last.headersSent) return pending.at(-2);
    return last;
  }
}

/** Nobody would get the answer once the connection is lost, or was closed after an earlier one. */
function beginOn(socket: Duplex, begin: () => void): void {
  if (socket.writable) begin();
}
