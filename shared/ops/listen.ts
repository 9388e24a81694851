import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Listens on the port (0 chooses a free one), by default on all interfaces; resolves to the port. Rejects if it is
 * taken.
 */
export async function listen(server: Server, port: number, host?: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

// How often idle connections are looked for; Node only closes those that are idle at that moment.
const SWEEP_MS = 100;

/** As long as a request may take to arrive: a caller still receiving its answer then is too slow to wait for. */
const CUT_AFTER_MS = 20_000;

/**
 * Stops accepting, lets requests in progress finish, closes connections as they become idle, cuts the rest after 20 s,
 * and then resolves. Tests may shorten that time.
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
