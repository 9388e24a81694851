import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Has an answer over HTTP/1.0 that breaks off end with a reset. Of a CSV file, nothing but the end of its connection
 * says there that it is complete, and a proxy that speaks HTTP/1.0 would pass half of it on as the whole.
 */
export function resetWhenBrokenOff({ httpVersion, socket }: IncomingMessage, res: ServerResponse): void {
  if (httpVersion !== '1.0') return;
  const { destroy } = socket;
  socket.destroy = (error) => {
    socket.destroy = destroy;
    const isBrokenOff = res.headersSent && !res.writableFinished;
    return isBrokenOff ? socket.resetAndDestroy() : socket.destroy(error);
  };
}
