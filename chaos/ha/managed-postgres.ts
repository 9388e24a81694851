import { setTimeout as sleep } from 'node:timers/promises';
import { through } from '../../harness/database-pair.js';
import { type Relay, startRelay } from '../../harness/relay.js';
import { makeDatabase } from '../../harness/template-database.js';
import type { FragileServer } from '../failover/fragile-server.js';
import { DATABASE, type ServiceAddress } from '../failover/placed-postgres.js';
import { PatroniCluster } from './patroni-cluster.js';
import type { PatroniNode } from './patroni-node.js';
import { startPgbouncer } from './pgbouncer.js';

const FAILURES = [
  'leader-killed',
  'leader-switched',
  'leader-frozen',
  'standby-frozen',
  'leader-killed-pgbouncer',
] as const;

/** A failure of a cluster managed by Patroni. */
export type ManagedFailure = (typeof FAILURES)[number];

/** Whether it is a failure of such a cluster. */
export function isManaged(failure: string): failure is ManagedFailure {
  return FAILURES.some((one) => one === failure);
}

/** Longer than it takes to drop an unresponsive standby (`wal_sender_timeout`, and one loop of Patroni). */
const STANDBY_FROZEN_MS = 20_000;

/** How long the successor has been working, with the other standby, when a frozen leader is thawed. */
const THAWED_AFTER_MS = 8_000;

/** PostgreSQL under Patroni, whose leader or standby fails repeatedly. */
export class ManagedPostgres implements FragileServer {
  #leaderUrl = '';

  private constructor(
    private readonly cluster: PatroniCluster,
    readonly address: Relay,
    private readonly failure: ManagedFailure,
  ) {}

  static async open(
    failure: ManagedFailure,
  ): Promise<{ postgres: ManagedPostgres; service: ServiceAddress }> {
    const cluster = await PatroniCluster.start();
    const superuser = await cluster.urlOf();
    const { appUrl, ownerUrl } = await makeDatabase(superuser, DATABASE);
    const pooled = failure === 'leader-killed-pgbouncer';
    const port = pooled ? await startPgbouncer(cluster, appUrl) : cluster.port;
    const relay = await startRelay(`postgres://127.0.0.1:${port}`);
    const app = new URL(through(relay, appUrl));
    if (pooled) app.searchParams.set('pgbouncer', 'true');
    const postgres = new ManagedPostgres(cluster, relay, failure);
    postgres.#leaderUrl = superuser;
    return { postgres, service: { relay, appUrl: app.href, ownerUrl } };
  }

  get url(): string {
    return this.#leaderUrl;
  }

  prepare(): Promise<void> {
    return this.cluster.untilWhole();
  }

  endanger(): Promise<void> {
    return Promise.resolve();
  }

  async fail(): Promise<void> {
    if (this.failure === 'standby-frozen') await this.#freezeStandby();
    else await this.#changeLeader(await this.cluster.leader());
    this.#leaderUrl = await this.cluster.urlOf();
  }

  async close(): Promise<void> {
    await this.address.close();
    await this.cluster.close();
  }

  async #freezeStandby(): Promise<void> {
    const standby = await this.cluster.synchronous();
    standby.freeze();
    await sleep(STANDBY_FROZEN_MS);
    standby.thaw();
  }

  async #changeLeader(old: PatroniNode): Promise<void> {
    if (this.failure === 'leader-switched') {
      const candidate = (await this.cluster.synchronous()).name;
      await old.ask('/switchover', { method: 'POST', body: JSON.stringify({ leader: old.name, candidate }) });
      await this.cluster.leader(old);
      return;
    }
    const frozen = this.failure === 'leader-frozen';
    if (frozen) old.freeze();
    else await old.kill();
    this.#leaderUrl = await this.cluster.urlOf(await this.cluster.leader(old));
    // It comes back with a diverged history, and believes that it is still the leader.
    if (frozen) await sleep(THAWED_AFTER_MS).then(() => old.thaw());
    else await old.start();
    await this.cluster.untilWhole();
  }
}
