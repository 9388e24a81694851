import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Withheld } from '../types.js';

/** One connection for one paid call: an agent that never reuses a socket, and what became of that socket. */
export interface OneConnection {
  readonly agent: http.Agent;
  /**
   * Whether the socket was given to the request: only then can the provider have read us. It is given when TCP (http)
   * or the TLS handshake (https) is complete and the request may still be sent.
   */
  handedOver(): boolean;
  /** Why the request was held back on the open connection; undefined when it was not. */
  withheld(): Withheld | undefined;
  /** Closes the socket at once, so that nothing can leave after the call was judged. */
  destroy(): void;
}

/**
 * Prepares an agent that is good for one call to an origin of the given protocol (`http:` or `https:`). It opens the
 * connection, asks `mayStillSend`, and only then hands the socket to the request, whose first byte leaves at once: all
 * that takes time lies before the question (architecture 7).
 *
 * The error code cannot tell whether a request was sent (ECONNRESET and ETIMEDOUT come before and after); that the
 * request never got a socket can. Certificates are always verified, whatever NODE_TLS_REJECT_UNAUTHORIZED says.
 */
export function openForOne(
  protocol: string,
  secureContext: SecureContext,
  mayStillSend: () => Promise<Withheld | undefined>,
): OneConnection {
  const secure = protocol === 'https:';
  const agent = secure
    ? new https.Agent({ keepAlive: false, maxCachedSessions: 0, rejectUnauthorized: true, secureContext })
    : new http.Agent({ keepAlive: false });
  const openSocket = agent.createConnection.bind(agent);
  const one = new Handover(mayStillSend);

  agent.createConnection = (options, callback) => {
    const socket = openSocket(options) as Socket;
    one.watch(socket, secure ? 'secureConnect' : 'connect', (error) => {
      if (error === undefined) callback?.(null, socket);
      else callback?.(error, socket);
    });
    // Answered by the callback, once the request may have the socket.
    return undefined;
  };

  return {
    agent,
    handedOver: () => one.handedOver,
    withheld: () => one.withheld,
    destroy: () => {
      one.socket?.destroy();
      agent.destroy();
    },
  };
}

/** The way of one socket from its opening to the request. */
class Handover {
  socket: Socket | undefined;
  handedOver = false;
  withheld: Withheld | undefined;

  constructor(private readonly mayStillSend: () => Promise<Withheld | undefined>) {}

  watch(socket: Socket, established: string, done: (error?: Error) => void): void {
    this.socket = socket;
    const fail = (error: Error): void => done(error);
    socket.once('error', fail);
    socket.once(established, () => {
      void this.#ask(socket).then((mayHave) => {
        // A socket that was closed meanwhile has told of it, or the whole call is over.
        if (socket.destroyed) return;
        if (!mayHave) return done(new Error('The request is held back'));
        socket.off('error', fail);
        this.handedOver = true;
        done();
      });
    });
  }

  async #ask(socket: Socket): Promise<boolean> {
    const withheld = await this.mayStillSend().catch((): Withheld => 'right_unknown');
    if (withheld !== undefined && !socket.destroyed) this.withheld = withheld;
    return withheld === undefined;
  }
}
