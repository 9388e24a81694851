import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Withheld } from '../types.js';
import type { FreshConnection } from './fresh-connection.js';

/** One connection for one paid call: what sends the request on it alone, and what happened to its socket. */
export interface OneConnection {
  readonly transport: Transport;
  /**
   * Whether the request got the socket: only then can the provider have read it. It gets it once TCP (http) or the TLS
   * handshake (https) is complete and the request may still be sent.
   */
  handedOver(): boolean;
  /** Why the request was held back on the open connection; undefined if it was not. */
  withheld(): Withheld | undefined;
  /**
   * Ends the call without its answer so that nothing of it can still arrive: otherwise the kernel would deliver a
   * request that the network or a stalled provider has not accepted yet, after the call was judged.
   */
  cutOff(): void;
  /** Closes the socket of a finished call. */
  destroy(): void;
}

/**
 * What axios sends a request with. Being Node's own, it follows no redirects: with a transport, axios does not look at
 * `maxRedirects`.
 */
export interface Transport {
  request(options: RequestOptions, onResponse: (response: IncomingMessage) => void): ClientRequest;
}

/**
 * Prepares a transport for exactly one call. It takes a connection, waits until it is established, asks `mayStillSend`,
 * and only then hands the socket to the request, whose first byte leaves at once: everything slow happens before the
 * question (architecture 7).
 *
 * Error codes cannot tell whether a request was sent (ECONNRESET and ETIMEDOUT occur before and after); that the
 * request never got a socket can.
 */
export function openForOne(
  secure: boolean,
  take: () => FreshConnection,
  mayStillSend: () => Promise<Withheld | undefined>,
): OneConnection {
  const one = new Handover(mayStillSend);
  const createConnection: RequestOptions['createConnection'] = (_options, callback) => {
    one.prepare(take()).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, undefined as never),
    );
    // The socket is delivered through the callback, once the request may have it.
    return undefined;
  };
  const { request } = secure ? https : http;
  // Without an agent: a pool that never reuses a socket would cost a twelfth of the call. It would know the usual port,
  // which is left out of Host.
  const own = { agent: undefined, defaultPort: secure ? 443 : 80, createConnection };
  const transport: Transport = {
    request: (options, onResponse) => request({ ...options, ...own }, onResponse),
  };
  return {
    transport,
    handedOver: () => one.handedOver,
    withheld: () => one.withheld,
    cutOff: () => {
      if (one.handedOver) one.connection?.reset();
    },
    destroy: () => {
      one.connection?.destroy();
    },
  };
}

/** The path of one socket from opening to the request. */
class Handover {
  connection: FreshConnection | undefined;
  handedOver = false;
  withheld: Withheld | undefined;

  constructor(private readonly mayStillSend: () => Promise<Withheld | undefined>) {}

  /** Resolves to the socket once the request may have it; the request gets it before anything else happens. */
  async prepare(connection: FreshConnection): Promise<Socket> {
    this.connection = connection;
    await connection.established;
    const asked = this.mayStillSend().catch((): Withheld => 'right_unknown');
    // A connection that closes meanwhile ends the call, however long the question takes.
    this.withheld = await Promise.race([asked, connection.closed]);
    if (this.withheld !== undefined) throw new Error('The request is held back');
    const socket = connection.handOver();
    this.handedOver = true;
    return socket;
  }
}
