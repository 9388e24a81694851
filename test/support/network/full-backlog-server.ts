import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

/** Far more than fit into a backlog of one. */
const MAX_FILLERS = 20;
/** Loopback connects within a millisecond or, if the queue is full, not at all. */
const UNANSWERED_MS = 300;

export interface FullBacklogServer {
  port: number;
  /** Starts accepting connections, including those that have been waiting. */
  accept(): void;
  close(): Promise<unknown>;
}

/**
 * A server whose backlog is full, so that the kernel does not answer new connections: its thread sleeps, and
 * connections are opened until one is not completed. Once it accepts, it forwards traffic to the port `forwardTo` and
 * back.
 */
export async function startFullBacklogServer({ forwardTo = 1 } = {}): Promise<FullBacklogServer> {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     const net = require('node:net');
     const server = net.createServer((socket) => {
       const onward = net.connect(workerData.forwardTo, '127.0.0.1');
       for (const end of [socket, onward]) end.on('error', () => end.destroy());
       socket.pipe(onward).pipe(socket);
     });
     server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       Atomics.wait(workerData.gate, 0, 0);
     });`,
    { eval: true, workerData: { gate, forwardTo } },
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
    accept: () => {
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
      for (const filler of fillers) filler.destroy();
    },
    close: () => {
      for (const filler of fillers) filler.destroy();
      return thread.terminate();
    },
  };
}
