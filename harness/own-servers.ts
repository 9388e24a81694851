import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../scripts/embedded/postgres.js';
import { startRedis } from '../scripts/embedded/redis.js';
import { removeData } from '../scripts/embedded/remove-data.js';
import type { EmbeddedServer } from '../scripts/embedded/server.js';
import { temporaryFolder } from './temporary-folder.js';

/** A server owned by one test, which may kill, freeze, flush and restart it. */
export interface OwnServer {
  /** The same across all restarts. */
  readonly url: string;
  readonly pid: number;
  /** False once it has ended, even by itself. */
  readonly running: boolean;
  /** Ends it at once, like a crash, or with another signal, and waits until it is gone. */
  crash(signal?: NodeJS.Signals): Promise<void>;
  /** Restarts it on the same address after a crash or stop. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it and removes its data; call it in `after`. */
  remove(): Promise<void>;
}

function ownServer(
  first: EmbeddedServer,
  start: (port: number) => Promise<EmbeddedServer>,
  clear: () => void,
): OwnServer {
  let current = first;
  let running = true;
  watch(first);
  function watch(server: EmbeddedServer): void {
    running = true;
    void server.exited.then(() => {
      if (server === current) running = false;
    });
  }
  const port = Number(new URL(first.url).port);
  return {
    url: first.url,
    get pid() {
      return current.pid;
    },
    get running() {
      return running;
    },
    async crash(signal = 'SIGKILL') {
      if (running) process.kill(current.pid, signal);
      await current.exited;
    },
    async restart() {
      current = await start(port);
      watch(current);
    },
    stop: () => current.stop(),
    async remove() {
      await current.stop();
      clear();
    },
  };
}

/** Starts a separate Redis; its data is lost with every restart unless `persistent`. */
export async function startOwnRedis(options: { persistent?: boolean } = {}): Promise<OwnServer> {
  const dir = temporaryFolder();
  const start = (port?: number) => startRedis({ dir, ...options, ...(port !== undefined && { port }) });
  return ownServer(await start(), start, () => rmSync(dir, { recursive: true, force: true }));
}

/**
 * Starts a separate, empty PostgreSQL, with `url` of its superuser. With `durable` (default off) a crash loses nothing
 * it has acknowledged; `folder` holds its data, a new one by default, and is removed with it; `environment` is that of
 * its processes.
 */
export async function startOwnPostgres(
  options: { durable?: boolean; folder?: string; environment?: Readonly<Record<string, string>> } = {},
): Promise<OwnServer> {
  const folder = options.folder ?? temporaryFolder();
  const dataDir = join(folder, 'postgres');
  const durable = options.durable ?? false;
  const { environment } = options;
  const start = (port?: number) =>
    startPostgres({ dataDir, durable, environment, ...(port !== undefined && { port }) });
  return ownServer(await start(), start, () => {
    removeData(dataDir);
    rmSync(folder, { recursive: true, force: true });
  });
}
