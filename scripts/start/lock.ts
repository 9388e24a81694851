import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Server, type Socket, connect as socketTo } from 'node:net';

/** Relative, because the path of a socket is limited to about 100 characters. */
const LOCK_PATH = '.data/lock';

/** The greeting of the process that holds the lock, or undefined if none does. */
function askHolder(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = socketTo(LOCK_PATH);
    let greeting = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      greeting += chunk;
    });
    socket.on('error', () => resolve(undefined));
    socket.on('end', () => resolve(greeting));
  });
}

function greet(socket: Socket): void {
  socket.on('error', () => undefined);
  socket.end(String(process.pid));
}

async function listen(): Promise<Server> {
  const server = createServer(greet);
  server.listen(LOCK_PATH);
  await once(server, 'listening');
  return server.unref();
}

function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
}

/**
 * Makes this the only `npm start` in the current directory, whose .data/ must exist, for as long as it runs. The lock
 * is a listening socket, so it ends with the process however that ends: a file left behind does not answer. Throws with
 * the other's process id if there is one.
 */
export async function takeLock(): Promise<void> {
  try {
    await listen();
  } catch (error) {
    if (!isTaken(error)) throw error;
    const holder = await askHolder();
    if (holder !== undefined) {
      throw new Error(`npm start is already running in this folder (process ${holder}). Stop it first.`);
    }
    rmSync(LOCK_PATH, { force: true });
    await listen();
  }
  // A leftover file could not be mistaken for a held lock; removing it just leaves the folder tidy.
  process.once('exit', () => rmSync(LOCK_PATH, { force: true }));
}
