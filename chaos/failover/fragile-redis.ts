import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { type OwnServer, startOwnRedis } from '../../harness/own-servers.js';
import { type Relay, startRelay } from '../../harness/relay.js';
import { waitFor } from '../../harness/wait-for.js';
import type { Random } from '../random.js';
import type { FragileServer } from './fragile-server.js';

const SYNCHRONISED_WITHIN_MS = 30_000;
/** A client told that it may not write there reconnects, which leads to the new master. */
const LEAVES_WITHIN_MS = 60_000;
/** How long an empty Redis takes to come back, in milliseconds. */
const AWAY_MS = { min: 0, max: 1_500 };

/**
 * A Redis that dies: it comes back empty, or its replica takes over with the data it had. Demoted, it switches roles
 * with its replica in an orderly way and loses nothing: existing connections stay with the server that now refuses
 * writes.
 */
export class FragileRedis implements FragileServer {
  #replica: OwnServer | undefined;
  #lags = false;
  #awayMs = 0;

  private constructor(
    private master: OwnServer,
    readonly address: Relay,
    private readonly replication: Relay,
    /** The same on every server, so that the address can lead to any of them. */
    private readonly password: string,
    private readonly failure: 'killed' | 'demoted',
  ) {}

  static async open(failure: 'killed' | 'demoted'): Promise<FragileRedis> {
    const master = await startOwnRedis();
    const [address, replication] = await Promise.all([startRelay(master.url), startRelay(master.url)]);
    return new FragileRedis(master, address, replication, new URL(master.url).password, failure);
  }

  get url(): string {
    return this.#urlOf(this.master);
  }

  async prepare(random: Random): Promise<void> {
    this.#awayMs = random.between(AWAY_MS.min, AWAY_MS.max);
    const withReplica = random.next() < 0.5 || this.failure === 'demoted';
    this.#lags = random.next() < 0.5 && this.failure === 'killed';
    if (withReplica) await this.#addReplica();
  }

  /** The replica receives nothing from now on. */
  endanger(): Promise<void> {
    if (this.#lags) this.replication.freeze();
    return Promise.resolve();
  }

  async fail(): Promise<void> {
    const { master } = this;
    const replica = this.#replica;
    if (replica !== undefined && this.failure === 'demoted') return this.#changeRoles(replica);
    await master.crash();
    this.replication.sever();
    if (replica === undefined) return this.#restartEmpty();
    await this.#on(replica, (redis) => redis.replicaof('NO', 'ONE'));
    this.master = replica;
    this.#replica = undefined;
    this.address.redirect(this.url);
    await master.remove();
  }

  async close(): Promise<void> {
    await Promise.all([this.master.remove(), this.#replica?.remove()]);
    await Promise.all([this.address.close(), this.replication.close()]);
  }

  async #changeRoles(replica: OwnServer): Promise<void> {
    const old = this.master;
    await this.#on(old, async (redis) => {
      await redis.config('SET', 'masterauth', this.password);
      await redis.call('FAILOVER');
    });
    await waitFor(() => this.#on(replica, async (redis) => (await redis.role())[0] === 'master'), {
      timeoutMs: SYNCHRONISED_WITHIN_MS,
      describe: 'the replica is the master',
    });
    this.master = replica;
    this.#replica = undefined;
    this.address.redirect(this.url);
    await waitFor(() => this.#on(old, isLeft), {
      timeoutMs: LEAVES_WITHIN_MS,
      describe: 'all have left the old master',
    });
    await old.remove();
  }

  async #restartEmpty(): Promise<void> {
    this.address.sever();
    await sleep(this.#awayMs);
    await this.master.restart();
    await this.#protect(this.master);
    this.address.restore();
  }

  async #addReplica(): Promise<void> {
    this.replication.redirect(this.url);
    this.replication.thaw();
    this.replication.restore();
    const replica = await startOwnRedis();
    this.#replica = replica;
    await this.#protect(replica);
    await this.#on(replica, (redis) =>
      redis.replicaof('127.0.0.1', Number(new URL(this.replication.url).port)),
    );
    await waitFor(
      () =>
        this.#on(replica, async (redis) =>
          (await redis.info('replication')).includes('master_link_status:up'),
        ),
      { timeoutMs: SYNCHRONISED_WITHIN_MS, describe: 'the replica is in step' },
    );
  }

  async #protect(server: OwnServer): Promise<void> {
    const redis = new Redis(server.url);
    try {
      await redis.config('SET', 'masterauth', this.password);
      await redis.config('SET', 'requirepass', this.password);
    } finally {
      redis.disconnect();
    }
  }

  async #on<Result>(server: OwnServer, work: (redis: Redis) => Promise<Result>): Promise<Result> {
    const redis = new Redis(this.#urlOf(server));
    try {
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  }

  #urlOf(server: OwnServer): string {
    const url = new URL(server.url);
    url.password = this.password;
    return url.href;
  }
}

/** Whether nothing but this connection and its master is connected. */
async function isLeft(redis: Redis): Promise<boolean> {
  const clients = String(await redis.call('CLIENT', 'LIST', 'TYPE', 'normal'));
  return clients.trim().split('\n').length <= 1;
}
