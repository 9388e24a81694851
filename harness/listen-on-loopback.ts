import type { Server } from 'node:net';
import { listen } from '../shared/ops/listen.js';

/** Starts a server on a free port of 127.0.0.1, which it resolves to. The server does not keep the process alive. */
export function listenOnLoopback(server: Server): Promise<number> {
  // A test that fails before it closes its server must not hold up the whole run.
  server.unref();
  return listen(server, 0, '127.0.0.1');
}
