import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Answers one connection may wait for. Hardly any program sends a request before it has the answer to the last one. */
export const MAX_OWED = 100;

/**
 * Knows which answers each connection is still waiting for. A caller that sends something unreadable after a request must
 * not get the error for it in place of the answer to that request: the request may be accepted and paid for, and a
 * caller told 400 would submit it again. Answers leave in the order of their requests (RFC 9112 9.3.2), and each request
 * is begun only once the one before is answered: a single packet has room for more than a thousand requests, which
 * would otherwise all be served before anybody else is heard.
 */
export class OwedAnswers {
  readonly #owed = new WeakMap<Duplex, ServerResponse[]>();
  readonly #broken = new WeakSet<Duplex>();

  /**
   * Notes that this connection owes an answer until that is sent, or the connection is lost, and calls `begin` once it
   * is the only one. Drops a connection that owes too many.
   */
  add(socket: Duplex, answer: ServerResponse, begin: () => void): void {
    const owed = this.#owed.get(socket) ?? [];
    this.#owed.set(socket, owed);
    const before = owed.at(-1);
    owed.push(answer);
    answer.once('close', () => owed.splice(owed.indexOf(answer), 1));
    if (before === undefined) begin();
    else if (owed.length > MAX_OWED) socket.destroy();
    else before.once('close', () => setImmediate(beginOn, socket, begin));
  }

  /** Whether this connection waits for an answer. */
  owes(socket: Duplex): boolean {
    return (this.#owed.get(socket)?.length ?? 0) > 0;
  }

  /**
   * Calls `answerBreak` once everything that was asked before the break is answered. Only the first break of a connection
   * counts: whatever follows it is unreadable too.
   */
  afterBreak(socket: Duplex, answerBreak: () => void): void {
    if (this.#broken.has(socket)) return;
    this.#broken.add(socket);
    const before = this.#lastBeforeBreak(socket);
    if (before === undefined) answerBreak();
    else before.once('close', answerBreak);
  }

  #lastBeforeBreak(socket: Duplex): ServerResponse | undefined {
    const owed = this.#owed.get(socket) ?? [];
    const last = owed.at(-1);
    // The break is within this request's body, which therefore never arrives: the error is its answer.
    if (last !== undefined && !last.req.complete && !last.headersSent) return owed.at(-2);
    return last;
  }
}

/** Nobody would get the answer once the connection is lost, or was closed after an earlier one. */
function beginOn(socket: Duplex, begin: () => void): void {
  if (socket.writable) begin();
}
