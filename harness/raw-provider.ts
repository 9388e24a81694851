import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { listenOnLoopback } from './listen-on-loopback.js';

export interface RawProvider {
  url: string;
  port: number;
  /** HTTP requests read in full: the paid calls. */
  hits(): number;
  /** TCP connections accepted, or TLS handshakes finished. */
  connections(): number;
  /** Every full request as received, header and body. */
  requests: readonly string[];
  close(): Promise<void>;
}

export type Behaviour = (socket: Socket, request: string) => void;

/**
 * Starts a provider below the HTTP level: it reads a request in full and then does to the socket whatever a test wants.
 * Listens on 127.0.0.1; with `tls` it speaks https.
 */
export async function startRawProvider(behave: Behaviour, tls?: TlsOptions): Promise<RawProvider> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  let connections = 0;

  const serve = (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    onRequest(socket, (request) => {
      requests.push(request);
      behave(socket, request);
    });
  };
  const server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  // Handshakes refused by a client are part of the tests and of no interest here.
  server.on('tlsClientError', () => {});
  const port = await listenOnLoopback(server);

  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    hits: () => requests.length,
    connections: () => connections,
    requests,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Returns an HTTP answer as text, with a correct Content-Length unless the headers override it. */
export function httpAnswer(status: number, body: string, headers: Record<string, string> = {}): string {
  const all = { 'Content-Length': String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n${body}`;
}

function onRequest(socket: Socket, handle: (request: string) => void): void {
  let received = '';
  let handled = false;
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    if (handled || !isWholeRequest(received)) return;
    handled = true;
    handle(received);
  });
}

/** Whether an HTTP request with a Content-Length, as text of one character per byte, is complete. */
export function isWholeRequest(request: string): boolean {
  const end = request.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /^content-length: (\d+)$/im.exec(request.slice(0, end))?.[1] ?? '0';
  return request.length >= end + 4 + Number(length);
}
