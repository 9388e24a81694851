import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Ends an aborted response over HTTP/1.0 with a connection reset. There, only the end of the connection marks the end
 * of a CSV file, so after an ordinary close a proxy that speaks HTTP/1.0 would pass on half of it as the whole.
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
