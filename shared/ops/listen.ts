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

/** As long as a request may take to arrive: whoever is still being answered then takes a file too slowly to wait for. */
const CUT_AFTER_MS = 20_000;

/**
 * Stops accepting, lets requests in progress finish, closes connections as they become idle, cuts those that are left
 * after 20 s, and resolves at the end. Tests may shorten that time.
 */
export function closeServer(server: Server, cutAfterMs = CUT_AFTER_MS): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    const cut = setTimeout(() => server.closeAllConnections(), cutAfterMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
  });
}
