import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { listenOnLoopback } from '../../../harness/listen-on-loopback.js';
import type { Certificate } from '../../../harness/self-signed-certificate.js';

/** TLS in front of a server that has none. */
export interface TlsFront {
  port: number;
  /** Presents another certificate from the next connection on, and ends those that there are. */
  present(certificate: Certificate): void;
  close(): void;
}

/** What a client of PostgreSQL sends first to be encrypted (SSLRequest), and the answer that agrees. */
const SSL_REQUEST_BYTES = 8;
const AGREED = 'S';

/**
 * Terminates TLS in front of a port of this machine; `asPostgres`, once the client has asked for it as PostgreSQL's do.
 */
export async function startTlsFront(
  to: number,
  certificate: Certificate,
  { asPostgres = false } = {},
): Promise<TlsFront> {
  let context = createSecureContext(certificate);
  const open = new Set<Socket>();
  const front = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
    void serve(socket).catch(() => socket.destroy());
  });
  async function serve(socket: Socket): Promise<void> {
    if (asPostgres) {
      await once(socket, 'readable');
      socket.read(SSL_REQUEST_BYTES);
      socket.write(AGREED);
    }
    const encrypted = new TLSSocket(socket, { isServer: true, secureContext: context });
    const plain = connect(to, '127.0.0.1');
    encrypted.on('error', () => plain.destroy()).once('close', () => plain.destroy());
    plain.on('error', () => encrypted.destroy());
    encrypted.pipe(plain).pipe(encrypted);
  }
  const endAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: await listenOnLoopback(front),
    present: (next) => {
      context = createSecureContext(next);
      endAll();
    },
    close: () => {
      front.close();
      endAll();
    },
  };
}
