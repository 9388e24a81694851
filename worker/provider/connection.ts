import http from 'node:http';
import https from 'node:https';
import type { SecureContext } from 'node:tls';

/** One connection for one paid call: an agent that never reuses a socket, and what became of that socket. */
export interface WatchedConnection {
  readonly agent: http.Agent;
  /** Whether TCP (http) or the TLS handshake (https) was ever completed: only then can the provider have read us. */
  established(): boolean;
  /** Closes the socket at once, so that nothing can leave after the call was judged. */
  destroy(): void;
}

/**
 * Prepares an agent that is good for one call to an origin of the given protocol (`http:` or `https:`).
 *
 * The error code cannot tell whether a request was sent (ECONNRESET and ETIMEDOUT come before and after), so the
 * socket itself is watched. Node holds the request back until the event watched for here. Certificates are always
 * verified, whatever NODE_TLS_REJECT_UNAUTHORIZED says.
 */
export function watchConnection(protocol: string, secureContext: SecureContext): WatchedConnection {
  const secure = protocol === 'https:';
  const agent = secure
    ? new https.Agent({ keepAlive: false, maxCachedSessions: 0, rejectUnauthorized: true, secureContext })
    : new http.Agent({ keepAlive: false });
  const openSocket = agent.createConnection.bind(agent);
  let socket: ReturnType<typeof openSocket>;
  let established = false;

  agent.createConnection = (options, callback) => {
    socket = openSocket(options, callback);
    socket?.once(secure ? 'secureConnect' : 'connect', () => {
      established = true;
    });
    return socket;
  };

  return {
    agent,
    established: () => established,
    destroy: () => {
      socket?.destroy();
      agent.destroy();
    },
  };
}
