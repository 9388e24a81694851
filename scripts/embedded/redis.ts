import { mkdirSync, realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { findRedis } from './find-redis.js';
import { freePort } from './free-port.js';
import { answers, readRedisRecord, stopLeftoverRedis, writeRedisRecord } from './redis-record.js';
import type { EmbeddedServer } from './server.js';
import { type ServerProcess, startServerProcess } from './server-process.js';

const START_MS = 10_000;
const POLL_MS = 10;
const PORT_ATTEMPTS = 5;

export interface RedisOptions {
  /** Working folder; the same folder has the same password again. */
  dir: string;
  /** Keeps the data across restarts. Off by default: nothing in this service's Redis has to last. */
  persistent?: boolean;
  /** A port of 127.0.0.1; a free one by default. */
  port?: number;
  /** Called if something takes long, such as an installation. */
  say?: (line: string) => void;
}

/** Passed on standard input, where no other user of the machine sees the password, as they would in `ps`. */
function configuration(dir: string, port: number, password: string, persistent: boolean): string {
  return [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${JSON.stringify(dir)}`,
    'save ""',
    `appendonly ${persistent ? 'yes' : 'no'}`,
    // BullMQ needs it: an evicted key is a lost job.
    'maxmemory-policy noeviction',
    // Each test file uses a logical database of its own.
    'databases 1024',
    '',
  ].join('\n');
}

async function isReady(server: ServerProcess, port: number, password: string): Promise<boolean> {
  const deadline = Date.now() + START_MS;
  while (!server.hasExited()) {
    if (await answers({ port, password })) return true;
    if (Date.now() > deadline) {
      await server.stop();
      throw new Error(`Redis was not ready within ${START_MS / 1000} s:\n${await server.exited}`);
    }
    await sleep(POLL_MS);
  }
  return false;
}

/**
 * Starts a private Redis (or Valkey) with a password on 127.0.0.1. One left running in `dir` by an earlier run is
 * stopped first. Throws if there is no binary or it does not start.
 */
export async function startRedis(options: RedisOptions): Promise<EmbeddedServer> {
  const command = findRedis(options.say ?? console.log);
  mkdirSync(options.dir, { recursive: true, mode: 0o700 });
  const dir = realpathSync(options.dir);
  const record = readRedisRecord(dir);
  await stopLeftoverRedis(record);
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    writeRedisRecord(dir, { port, password: record.password });
    const input = configuration(dir, port, record.password, options.persistent ?? false);
    const endWith = [{ signal: 'SIGTERM', withinMs: 5_000 }] as const;
    const server = await startServerProcess({ command, args: ['-'], input, endWith });
    if (await isReady(server, port, record.password)) {
      const url = `redis://:${record.password}@127.0.0.1:${port}`;
      return { url, pid: server.pid, exited: server.exited, stop: server.stop };
    }
    const output = await server.exited;
    const taken = output.includes('Address already in use') && options.port === undefined;
    if (!taken || attempt === PORT_ATTEMPTS) throw new Error(`Redis did not start:\n${output}`);
  }
}
