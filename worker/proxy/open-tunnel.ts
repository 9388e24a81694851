import http from 'node:http';
import { isIP, type Socket } from 'node:net';
import tls from 'node:tls';
import type { HttpProxy } from '../../shared/config/proxy.js';
import { connectTo } from '../connect-to.js';

/** Why no tunnel was made: the proxy's answer, or what kept this process from reaching it. */
export class TunnelError extends Error {
  override readonly name = 'TunnelError';

  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface Tunnel {
  /** The underlying TCP socket; destroying it ends whatever goes through it. */
  socket: Socket;
  /** Resolves to the socket that leads to the target. */
  opened: Promise<Socket>;
}

/**
 * Asks a proxy for a tunnel to a host with CONNECT (RFC 9110, 9.3.6). The proxy learns nothing of the request: the
 * caller speaks TLS through the tunnel and verifies the target's certificate as if there were no proxy. `opened`
 * rejects with a TunnelError.
 */
export function openTunnel(proxy: HttpProxy, target: { host: string; port: number }): Tunnel {
  const socket = connectTo(proxy);
  const host = isIP(target.host) === 6 ? `[${target.host}]` : target.host;
  const path = `${host}:${target.port}`;
  const opened = new Promise<Socket>((resolve, reject) => {
    const fail = (error: TunnelError): void => {
      socket.destroy();
      reject(error);
    };
    const { authorization } = proxy;
    const request = http.request({
      method: 'CONNECT',
      path,
      headers: { Host: path, ...(authorization !== undefined && { 'Proxy-Authorization': authorization }) },
      createConnection: (_options, created) => {
        socket.once('connect', () => created(null, proxy.secure ? encrypt(proxy, socket) : socket));
        return undefined;
      },
    });
    socket.on('error', (error) => fail(unreachable(error)));
    request.on('error', (error) => fail(unreachable(error)));
    // For CONNECT, Node reports every answer through this event.
    request.on('connect', ({ statusCode = 0 }, through: Socket, head) => {
      if (statusCode < 200 || statusCode > 299) fail(refused(statusCode));
      // In TLS the client speaks first, so these bytes are not the target's.
      else if (head.length > 0)
        fail(new TunnelError('PROXY_SPOKE_FIRST', 'the proxy sent more than an answer'));
      else resolve(through);
    });
    request.end();
  });
  // A caller that gave the connection up no longer waits for it.
  opened.catch(() => undefined);
  return { socket, opened };
}

/** Certificates are always verified, whatever NODE_TLS_REJECT_UNAUTHORIZED says. */
function encrypt({ host }: HttpProxy, through: Socket): Socket {
  const socket = tls.connect({
    socket: through,
    host,
    servername: isIP(host) === 0 ? host : '',
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
  });
  socket.setNoDelay(true);
  return socket;
}

function refused(status: number): TunnelError {
  if (status === 407) {
    return new TunnelError('PROXY_UNAUTHORIZED', 'the proxy requires a different user and password (407)');
  }
  return new TunnelError('PROXY_REFUSED', `the proxy refuses to connect (${status})`);
}

function unreachable(error: NodeJS.ErrnoException): TunnelError {
  const code = error.code ?? 'UNKNOWN';
  return new TunnelError(`PROXY_${code}`, `the proxy cannot be reached (${code})`);
}
