import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/**
 * Lets the rest of a request arrive before its connection is closed, if it was answered earlier, such as an upload by a
 * 401. Closed while the caller is sending, the connection would be reset, and the answer lost with it (RFC 9112, 9.6).
 * The time limit of a request ends one that never arrives. Node does the same on connections that stay open.
 */
export function closeOnceArrived(req: IncomingMessage): void {
  const { socket } = req;
  // What Node closes a connection with, once the last answer on it is written. The next request replaces it: a chain of
  // them would keep each request of the connection.
  const { destroySoon } = Socket.prototype;
  socket.destroySoon = () => {
    if (req.complete || socket.destroyed) {
      destroySoon.call(socket);
      return;
    }
    socket.end();
    req.once('end', () => destroySoon.call(socket));
    // A handler that gave up in the middle of a body has left it standing.
    req.resume();
  };
}
