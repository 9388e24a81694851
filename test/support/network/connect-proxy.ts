import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Certificate } from '../../../harness/self-signed-certificate.js';
import { EnvironmentReader } from '../../../shared/config/environment.js';
import { type HttpProxy, readProxy } from '../../../shared/config/proxy.js';
import { closeServer, listen } from '../../../shared/ops/listen.js';

export interface ConnectProxy {
  /** The value of HTTPS_PROXY for a process. */
  url: string;
  /** The requests for a tunnel, in order of arrival. */
  asked: IncomingMessage[];
  /** Sets the behaviour for the next requests; by default it connects to the target. */
  behave(behaviour: ProxyBehaviour): void;
  close(): Promise<void>;
}

/** Handles a request for a tunnel, on the caller's socket. */
export type ProxyBehaviour = (socket: Socket, request: IncomingMessage) => void;

/** Connects to a port of this machine: by default the requested one. */
export function leadingTo(elsewhere?: number): ProxyBehaviour {
  return (socket, { url = '' }) => {
    const port = elsewhere ?? Number(url.split(':').at(-1));
    const target = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    target.on('error', () => socket.destroy());
    target.on('close', () => socket.destroy());
    socket.on('close', () => target.destroy());
  };
}

/** Answers a request for a tunnel with these bytes, and hangs up. */
export function saying(bytes: string): ProxyBehaviour {
  return (socket) => void socket.end(bytes);
}

/** A real HTTP proxy on loopback; with a certificate it speaks TLS. */
export async function startConnectProxy(certificate?: Certificate): Promise<ConnectProxy> {
  const asked: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  let behave: ProxyBehaviour = leadingTo();
  const server = certificate === undefined ? createServer() : createTlsServer(certificate);
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(request);
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    behave(socket, request);
  });
  const port = await listen(server, 0, '127.0.0.1');
  return {
    url: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    asked,
    behave: (next) => {
      behave = next;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await closeServer(server);
    },
  };
}

/** The proxy as a process reads it from its environment. */
export function proxyOf(environment: Record<string, string>): HttpProxy | undefined {
  const reader = new EnvironmentReader(environment);
  const proxy = readProxy(reader);
  reader.finish();
  return proxy;
}
