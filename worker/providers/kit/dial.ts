import { isIP, type Socket } from 'node:net';
import tls, { type SecureContext, type TLSSocket } from 'node:tls';
import { bareHost } from '../../../shared/bare-host.js';
import type { HttpProxy } from '../../../shared/config/proxy.js';
import { connectTo } from '../../connect-to.js';
import { openTunnel, type Tunnel } from '../../proxy/open-tunnel.js';

/** Where connections lead, and what server certificates are checked against. */
export interface Origin {
  secure: boolean;
  /** A host name or address, IPv6 without brackets. */
  host: string;
  port: number;
  secureContext: SecureContext;
  /** The proxy of encrypted connections; undefined for direct ones. */
  proxy: HttpProxy | undefined;
}

/** A connection being established. */
export interface Dialling {
  /** Its TCP socket: destroying it ends the connection, and when it closes the connection is closed. */
  socket: Socket;
  /** The socket requests may be written to, once TCP (http) or the TLS handshake (https) is complete. */
  established: Promise<Socket>;
}

export interface DialOptions {
  /** TLS session of an earlier connection: where the server agrees, it saves the signatures of a full handshake. */
  session: Buffer | undefined;
  /**
   * `resumed`: the connection that it comes from was itself made with an earlier one, without looking at the
   * certificate.
   */
  keepSession(session: Buffer, resumed: boolean): void;
  /** Called with the socket that requests will be written to, before anything can be read from it. */
  prepare(socket: Socket): void;
}

/** Returns the parts of a plain http(s) URL that a connection needs. A proxy is used for https only. */
export function originOf(url: URL, secureContext: SecureContext, proxy?: HttpProxy): Origin {
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const host = bareHost(url.hostname);
  return { secure, host, port, secureContext, proxy: secure && !proxy?.spares(host) ? proxy : undefined };
}

/** Starts connecting. Certificates are always verified, whatever NODE_TLS_REJECT_UNAUTHORIZED says. */
export function dial(origin: Origin, options: DialOptions): Dialling {
  const { secure, host, port, proxy } = origin;
  if (!secure) {
    const socket = connectTo({ host, port });
    options.prepare(socket);
    return { socket, established: socketAfter(socket, 'connect') };
  }
  const way = proxy === undefined ? connect(host, port) : openTunnel(proxy, { host, port });
  const established = way.opened.then((socket) =>
    socketAfter(encrypt(origin, socket, options), 'secureConnect'),
  );
  return { socket: way.socket, established };
}

/** TLS runs over a TCP socket of its own, because a TLS socket cannot be reset otherwise. */
function connect(host: string, port: number): Tunnel {
  const socket = connectTo({ host, port });
  return { socket, opened: socketAfter(socket, 'connect') };
}

function encrypt({ host, secureContext }: Origin, through: Socket, options: DialOptions): TLSSocket {
  const { session, keepSession, prepare } = options;
  const socket = tls.connect({
    socket: through,
    // SNI, by which the server picks its certificate; an address is not allowed here (RFC 6066, 3).
    servername: isIP(host) === 0 ? host : '',
    // What the certificate is compared with when there is no name; the underlying socket does not supply it.
    host,
    secureContext,
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    ...(session !== undefined && { session }),
  });
  socket.setNoDelay(true);
  socket.on('session', (next) => keepSession(next, socket.isSessionReused()));
  prepare(socket);
  return socket;
}

/** Resolves to the socket on its event; rejects with its error. */
function socketAfter(socket: Socket, event: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve(socket));
    socket.on('error', reject);
  });
}
