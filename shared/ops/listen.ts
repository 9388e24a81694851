import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket, Server as TcpServer } from 'node:net';
import { OperatorError } from '../operator-error.js';

/**
 * Listens on the port (0 chooses a free one), by default on all interfaces; resolves to the port. Rejects if it is
 * taken.
 */
export async function listen(server: TcpServer, port: number, host?: string): Promise<number> {
  keepConnections(server);
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** The open connections of each listening server. */
const CONNECTIONS = new WeakMap<TcpServer, ReadonlySet<Socket>>();

function keepConnections(server: TcpServer): void {
  const open = new Set<Socket>();
  CONNECTIONS.set(server, open);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
}

/** Why a port cannot be had and what to do, by error code of the operating system. */
const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not listen on it: choose one from 1024 to 65535',
  EADDRINUSE: 'another process listens on it: end that one, or choose another port',
  EADDRNOTAVAIL: 'HOST is not an address of this machine',
};

/**
 * Listens on the port that a variable of the environment sets; resolves to the port. Rejects with an error that names
 * the variable and says what to do: the message of the operating system names the port alone.
 */
export async function listenOn(
  variable: 'PORT' | 'METRICS_PORT',
  server: Server,
  { port, host }: { port: number; host: string | undefined },
): Promise<number> {
  try {
    return await listen(server, port, host);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    const reason = REFUSALS[code] ?? 'the operating system refuses it';
    throw new OperatorError(`${variable} cannot be ${port}: ${reason} (${code})`);
  }
}

// How often idle connections are looked for; Node only closes those that are idle at that moment.
const SWEEP_MS = 100;

/**
 * How long a connection on which nothing has arrived may still bring its first request. Browsers and balancers open
 * some before they need any, and Node does not count them as idle.
 */
const SILENT_FOR_MS = 1_000;

/** As long as a request may take to arrive: a caller still receiving its answer then is too slow to wait for. */
const CUT_AFTER_MS = 20_000;

/**
 * Stops accepting, lets requests in progress finish, closes connections as they become idle, those without any request
 * after a second, cuts the rest after 20 s, and then resolves. Tests may shorten that time.
 */
export function closeServer(server: Server, cutAfterMs = CUT_AFTER_MS): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    const silence = setTimeout(() => closeSilent(server), SILENT_FOR_MS);
    const cut = setTimeout(() => server.closeAllConnections(), cutAfterMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(silence);
      clearTimeout(cut);
      resolve();
    });
  });
}

function closeSilent(server: Server): void {
  for (const socket of CONNECTIONS.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
}
