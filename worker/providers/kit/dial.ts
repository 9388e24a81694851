import net, { isIP, type Socket } from 'node:net';
import tls, { type SecureContext } from 'node:tls';

/** Where connections lead, and what their certificates are checked against. */
export interface Origin {
  secure: boolean;
  /** A name or an address, IPv6 without brackets. */
  host: string;
  port: number;
  secureContext: SecureContext;
}

/** The parts of a plain http(s) URL that a connection needs. */
export function originOf(url: URL, secureContext: SecureContext): Origin {
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  return { secure, host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port, secureContext };
}

/**
 * Begins to connect; the socket tells by `established` (`connect`, or `secureConnect` after the TLS handshake) or by
 * `error`. Certificates are always verified, whatever NODE_TLS_REJECT_UNAUTHORIZED says. A `session` of an earlier
 * connection saves the signatures of a whole handshake where the server agrees.
 */
export function dial(origin: Origin, session: Buffer | undefined): { socket: Socket; established: string } {
  const { secure, host, port, secureContext } = origin;
  if (!secure) return { socket: net.connect({ host, port, noDelay: true }), established: 'connect' };
  const socket = tls.connect({
    host,
    port,
    // A name in the certificate for the server to choose by; an address may not be said there (RFC 6066, 3).
    servername: isIP(host) === 0 ? host : '',
    secureContext,
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    ...(session !== undefined && { session }),
  });
  socket.setNoDelay(true);
  return { socket, established: 'secureConnect' };
}
