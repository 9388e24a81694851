import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on the port (0 takes a free one), on all interfaces unless `host` is given; resolves to the port. Rejects when it is taken. */
export async function listen(server: Server, port: number, host?: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

// How often connections that have become idle are looked for; Node only closes those that are idle at once.
const SWEEP_MS = 100;

/** Stops accepting, lets requests in progress finish, closes connections as they become idle, and resolves at the end. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    server.close(() => {
      clearInterval(sweep);
      resolve();
    });
  });
}
