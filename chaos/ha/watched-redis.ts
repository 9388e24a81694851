import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { type Relay, startRelay } from '../../harness/relay.js';
import { waitFor } from '../../harness/wait-for.js';
import { freePort } from '../../scripts/embedded/free-port.js';
import type { ServerProcess } from '../../scripts/embedded/server-process.js';
import type { FragileServer } from '../failover/fragile-server.js';
import { Programs } from './programs.js';

const MASTER = 'verification';
const SENTINELS = 3;
const STREAMS_WITHIN_MS = 60_000;

/**
 * Two Redis servers watched by three Sentinels: the master dies, the other takes over, and it comes back as the
 * replica.
 */
export class WatchedRedis implements FragileServer {
  readonly #servers = new Map<number, ServerProcess>();

  private constructor(
    private readonly programs: Programs,
    /** Unused: the service asks the Sentinels. */
    readonly address: Relay,
    private readonly password: string,
    private readonly sentinels: readonly number[],
  ) {}

  static async open(): Promise<WatchedRedis> {
    const programs = new Programs();
    const password = randomBytes(18).toString('hex');
    const ports = [await freePort(), await freePort()];
    const sentinels: number[] = [];
    for (let number = 0; number < SENTINELS; number += 1) sentinels.push(await freePort());
    const address = await startRelay(`redis://127.0.0.1:${ports[0]}`);
    const redis = new WatchedRedis(programs, address, password, sentinels);
    for (const port of ports) await redis.#startServer(port);
    await redis.#ask(ports[1] ?? 0, (replica) => replica.replicaof('127.0.0.1', ports[0] ?? 0));
    for (const port of sentinels) await redis.#startSentinel(port, ports[0] ?? 0);
    await redis.prepare();
    return redis;
  }

  get url(): string {
    const at = this.sentinels.map((port) => `127.0.0.1:${port}`).join(',');
    return `redis+sentinel://:${this.password}@${at}/${MASTER}`;
  }

  /** Waits until the replica streams and every Sentinel knows of it and of the others. */
  async prepare(): Promise<void> {
    await waitFor(
      async () => {
        const seen = await Promise.all(this.sentinels.map((port) => this.#seenBy(port)));
        return seen.every(
          ({ replicas, others, down }) => replicas === 1 && others === SENTINELS - 1 && !down,
        );
      },
      { timeoutMs: STREAMS_WITHIN_MS, describe: 'the Sentinels see a whole pair' },
    );
    const master = await this.#masterPort();
    await waitFor(
      () => this.#ask(master, async (redis) => /state=online/.test(await redis.info('replication'))),
      {
        timeoutMs: STREAMS_WITHIN_MS,
        describe: 'the replica streams',
      },
    );
  }

  endanger(): Promise<void> {
    return Promise.resolve();
  }

  async fail(): Promise<void> {
    const old = await this.#masterPort();
    const server = this.#servers.get(old);
    if (server === undefined) throw new Error('Bug: the master was not started here');
    process.kill(server.pid, 'SIGKILL');
    await server.exited;
    await waitFor(async () => (await this.#masterPort()) !== old, {
      timeoutMs: STREAMS_WITHIN_MS,
      describe: 'the Sentinels name another master',
    });
    await this.#startServer(old);
  }

  async close(): Promise<void> {
    await this.address.close();
    await this.programs.close();
  }

  async #startServer(port: number): Promise<void> {
    const dir = this.programs.makeFolder(`redis-${port}`);
    const lines = [
      ...[`port ${port}`, 'bind 127.0.0.1', `dir ${dir}`, 'appendonly yes', 'maxmemory-policy noeviction'],
      ...[`requirepass ${this.password}`, `masterauth ${this.password}`, ''],
    ];
    const file = this.programs.write(`redis-${port}.conf`, lines.join('\n'));
    this.#servers.set(port, await this.programs.start('redis-server', [file]));
    await waitFor(
      () => this.#ask(port, async (redis) => (await redis.ping()) === 'PONG').catch(() => false),
      {
        timeoutMs: STREAMS_WITHIN_MS,
        describe: 'Redis answers',
      },
    );
  }

  async #startSentinel(port: number, master: number): Promise<void> {
    const dir = this.programs.makeFolder(`sentinel-${port}`);
    const lines = [
      ...[`port ${port}`, 'bind 127.0.0.1', `dir ${dir}`, `sentinel monitor ${MASTER} 127.0.0.1 ${master} 2`],
      ...[`sentinel auth-pass ${MASTER} ${this.password}`, `sentinel down-after-milliseconds ${MASTER} 3000`],
      ...[`sentinel failover-timeout ${MASTER} 10000`, ''],
    ];
    // Sentinel writes to its own configuration file.
    const file = this.programs.writeOwned(`sentinel-${port}/sentinel.conf`, lines.join('\n'));
    await this.programs.start('redis-sentinel', [file]);
  }

  async #seenBy(port: number): Promise<{ replicas: number; others: number; down: boolean }> {
    return this.#ask(
      port,
      async (sentinel) => {
        const answer = (await sentinel.call('SENTINEL', 'MASTER', MASTER)) as string[];
        const value = (name: string): string => answer[answer.indexOf(name) + 1] ?? '';
        const replicas = (await sentinel.call('SENTINEL', 'REPLICAS', MASTER)) as string[][];
        const up = replicas.filter((one) => one[one.indexOf('flags') + 1] === 'slave');
        return {
          replicas: up.length,
          others: Number(value('num-other-sentinels')),
          down: value('flags') !== 'master',
        };
      },
      null,
    ).catch(() => ({ replicas: 0, others: 0, down: true }));
  }

  #masterPort(): Promise<number> {
    const [first = 0] = this.sentinels;
    return this.#ask(
      first,
      async (sentinel) => {
        const answer = (await sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', MASTER)) as string[];
        return Number(answer[1]);
      },
      null,
    );
  }

  async #ask<Result>(
    port: number,
    work: (redis: Redis) => Promise<Result>,
    password: string | null = this.password,
  ): Promise<Result> {
    const redis = new Redis({
      ...{ host: '127.0.0.1', port, retryStrategy: () => null, maxRetriesPerRequest: 1 },
      ...(password !== null && { password }),
    });
    redis.on('error', () => undefined);
    try {
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  }
}
