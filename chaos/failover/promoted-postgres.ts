import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { catchUp, primaryConninfo } from '../../harness/database-pair.js';
import type { OwnServer } from '../../harness/own-servers.js';
import { type Relay, startRelay } from '../../harness/relay.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { waitFor } from '../../harness/wait-for.js';
import { withClient } from '../../harness/with-client.js';
import { copyCluster } from '../../scripts/embedded/copy-cluster.js';
import type { Random } from '../random.js';
import { refuseWrites } from './closed-postgres.js';
import type { FragileServer } from './fragile-server.js';
import { DATABASE, type PlacedPostgres, type ServiceAddress, startPlaced } from './placed-postgres.js';

const STREAMS_WITHIN_MS = 60_000;
/** Sessions have a maximum age, after which the last one has left a server that the address no longer leads to. */
const LEAVES_WITHIN_MS = 120_000;

/** How the standby takes over; see `PostgresFailure`. */
export type Takeover = 'lagging' | 'awaited' | 'demanded' | 'switchover' | 'moved';

/** How long a server that was moved away from keeps writing for its sessions, in milliseconds. */
const GOES_ON_WRITING_MS = { min: 0, max: 1_500 };

/** A primary and its standby, which takes over, repeatedly. */
export class PromotedPostgres implements FragileServer {
  #standby: PlacedPostgres | undefined;
  #goesOnMs = 0;

  private constructor(
    private primary: PlacedPostgres,
    readonly address: Relay,
    private readonly replication: Relay,
    private readonly takeover: Takeover,
  ) {}

  static async open(primary: PlacedPostgres, service: ServiceAddress, takeover: Takeover) {
    const replication = await startRelay(primary.server.url);
    const postgres = new PromotedPostgres(primary, service.relay, replication, takeover);
    // A service that requires a standby would not start without one.
    if (takeover === 'demanded') await postgres.#addStandby();
    return postgres;
  }

  get url(): string {
    return this.primary.server.url;
  }

  async prepare(random: Random): Promise<void> {
    this.#goesOnMs = random.between(GOES_ON_WRITING_MS.min, GOES_ON_WRITING_MS.max);
    if (this.#standby === undefined) await this.#addStandby();
    if (this.#standby !== undefined) await catchUp(this.primary.server, this.#standby.server);
  }

  /** The standby receives nothing from now on, unless the primary waits for it. */
  endanger(): Promise<void> {
    if (this.takeover === 'lagging') this.replication.freeze();
    return Promise.resolve();
  }

  async fail(): Promise<void> {
    const standby = this.#standby;
    if (standby === undefined) throw new Error('There is no standby to promote');
    const old = this.primary.server;
    if (this.takeover === 'moved') await catchUp(old, standby.server);
    // SIGINT ends it in an orderly way: it waits until its standby has everything.
    else await old.crash(this.takeover === 'switchover' ? 'SIGINT' : 'SIGKILL');
    // What was on its way to the standby never arrives.
    this.replication.sever();
    await withClient(standby.server.url, (client) => client.query('SELECT pg_promote()'));
    this.address.redirect(standby.server.url);
    this.primary = standby;
    this.#standby = undefined;
    if (this.takeover === 'moved') await this.#leave(old);
    // Nothing is accepted before a standby keeps it.
    if (this.takeover === 'demanded') await this.#addStandby();
    await old.remove();
  }

  /** Lets the old server serve its sessions, then refuse writes, until the service has moved to the new one. */
  async #leave(old: OwnServer): Promise<void> {
    await sleep(this.#goesOnMs);
    await refuseWrites(old.url);
    await waitFor(() => isLeft(old), {
      timeoutMs: LEAVES_WITHIN_MS,
      describe: 'all have left the old server',
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.primary.server.remove(), this.#standby?.server.remove()]);
    await Promise.all([this.address.close(), this.replication.close()]);
  }

  async #addStandby(): Promise<void> {
    const { server, folder } = this.primary;
    this.replication.redirect(server.url);
    this.replication.thaw();
    this.replication.restore();
    const standbyFolder = temporaryFolder();
    await copyCluster({
      url: server.url,
      from: join(folder, 'postgres'),
      to: join(standbyFolder, 'postgres'),
      files: { 'standby.signal': '', 'postgresql.auto.conf': primaryConninfo(this.replication) },
    });
    this.#standby = await startPlaced(standbyFolder);
    await waitFor(() => streams(server), {
      timeoutMs: STREAMS_WITHIN_MS,
      describe: 'the standby streams',
    });
    if (['awaited', 'demanded'].includes(this.takeover)) await waitForStandby(server);
  }
}

/** Whether no session of the service is left on a server. */
function isLeft({ url }: OwnServer): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_stat_activity WHERE datname = $1', [DATABASE]);
    return rowCount === 0;
  });
}

function streams({ url }: OwnServer): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rowCount } = await client.query(`SELECT FROM pg_stat_replication WHERE state = 'streaming'`);
    return rowCount === 1;
  });
}

/** Makes the primary acknowledge no commit before its standby has it. */
async function waitForStandby({ url }: OwnServer): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await client.query('SELECT pg_reload_conf()');
  });
  await waitFor(
    () =>
      withClient(url, async (client) => {
        const { rowCount } = await client.query(
          `SELECT FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'`,
        );
        return rowCount === 1;
      }),
    { timeoutMs: STREAMS_WITHIN_MS, describe: 'the standby is synchronous' },
  );
}
