import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Closes the connection after the answer to a request that offers another protocol, such as WebSocket or HTTP/2, which
 * nothing here accepts. Node drops what arrived in one piece with such a request, and takes what arrives next for a new
 * one, even the body of a request whose head it dropped. A caller that sees the connection end knows that nothing
 * further was handled, and sends it again (RFC 9112, 9.3.2).
 */
export function closeAfterUpgrade({ headers }: IncomingMessage, res: ServerResponse): void {
  if (headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? '')) {
    res.shouldKeepAlive = false;
  }
}
