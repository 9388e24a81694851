import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { waitFor } from '../../../harness/wait-for.js';

/** Observes every command any client sends to a Redis, including those executed by scripts. */
export interface RedisMonitor {
  readonly lines: readonly string[];
  close(): void;
}

/** Starts monitoring on a plain socket: ioredis miscounts replies if commands arrive together with the first one. */
export async function monitorRedis(redisUrl: string): Promise<RedisMonitor> {
  const { hostname, port, password } = new URL(redisUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const lines: string[] = [];
  createInterface({ input: socket }).on('line', (line) => lines.push(line));
  socket.write(`AUTH ${password}\r\nMONITOR\r\n`);
  await waitFor(() => lines.filter((line) => line === '+OK').length === 2, {
    describe: 'Redis is monitored',
  });
  return { lines, close: () => socket.destroy() };
}
