import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

/** Far more than a backlog of one lets in. */
const MAX_FILLERS = 20;
/** Loopback connects within a millisecond or, the queue being full, not at all. */
const UNANSWERED_MS = 300;

/**
 * A server whose queue of unaccepted connections is full, so that the kernel leaves new ones without an answer: its
 * thread sleeps, and connections are made until one is not completed.
 */
export async function startDeafServer(): Promise<{ port: number; close: () => Promise<unknown> }> {
  const thread = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const server = require('node:net').createServer();
     server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
     });`,
    { eval: true },
  );
  const [port]: number[] = await once(thread, 'message');
  if (port === undefined) throw new Error('No port');
  const fillers: Socket[] = [];
  let full = false;
  while (!full && fillers.length < MAX_FILLERS) {
    const filler = createConnection(port, '127.0.0.1').on('error', () => {});
    fillers.push(filler);
    full = await once(filler, 'connect', { signal: AbortSignal.timeout(UNANSWERED_MS) }).then(
      () => false,
      () => true,
    );
  }
  return {
    port,
    close: () => {
      for (const filler of fillers) filler.destroy();
      return thread.terminate();
    },
  };
}
