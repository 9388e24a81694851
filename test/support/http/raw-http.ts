import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  head: string;
  body: string;
  /** From connecting to the end of the connection, in milliseconds. */
  tookMs: number;
}

/** Sends bytes unchanged and returns what came back until the server closed the connection. */
export function sendRaw(url: string, ...chunks: readonly (string | Buffer)[]): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    // A reset after the answer is one way to close; only what was received before matters.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s);
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
      resolve({ status, head, body, tookMs: performance.now() - startedAt });
    });
    for (const chunk of chunks) socket.write(chunk);
  });
}
