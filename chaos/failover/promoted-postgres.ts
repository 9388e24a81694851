import { join } from 'node:path';
import { copyCluster } from '../../scripts/embedded/copy-cluster.js';
import { catchUp, primaryConninfo } from '../../test/support/database-pair.js';
import type { OwnServer } from '../../test/support/own-servers.js';
import { type Relay, startRelay } from '../../test/support/relay.js';
import { withClient } from '../../test/support/superuser.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { waitFor } from '../../test/support/wait-for.js';
import type { FragileServer } from './fragile-server.js';
import { type PlacedPostgres, type ServiceAddress, startPlaced } from './placed-postgres.js';

const STREAMS_WITHIN_MS = 60_000;

/** A primary and its standby: the primary is killed and the standby promoted, over and over. */
export class PromotedPostgres implements FragileServer {
  #standby: PlacedPostgres | undefined;

  private constructor(
    private primary: PlacedPostgres,
    readonly address: Relay,
    private readonly replication: Relay,
    private readonly options: { synchronous: boolean },
  ) {}

  static async open(primary: PlacedPostgres, service: ServiceAddress, options: { synchronous: boolean }) {
    const replication = await startRelay(primary.server.url);
    return new PromotedPostgres(primary, service.relay, replication, options);
  }

  get url(): string {
    return this.primary.server.url;
  }

  async prepare(): Promise<void> {
    if (this.#standby === undefined) await this.#addStandby();
    if (this.#standby !== undefined) await catchUp(this.primary.server, this.#standby.server);
  }

  /** The standby gets nothing more, unless the primary waits for it. */
  endanger(): Promise<void> {
    if (!this.options.synchronous) this.replication.freeze();
    return Promise.resolve();
  }

  async fail(): Promise<void> {
    const standby = this.#standby;
    if (standby === undefined) throw new Error('There is no standby to promote');
    const dead = this.primary.server;
    await dead.crash();
    // What was on its way to the standby never arrives.
    this.replication.sever();
    await withClient(standby.server.url, (client) => client.query('SELECT pg_promote()'));
    this.address.redirect(standby.server.url);
    this.primary = standby;
    this.#standby = undefined;
    await dead.remove();
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
    if (this.options.synchronous) await waitForStandby(server);
  }
}

function streams({ url }: OwnServer): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rowCount } = await client.query(`SELECT FROM pg_stat_replication WHERE state = 'streaming'`);
    return rowCount === 1;
  });
}

/** Has the primary answer no commit before its standby has it. */
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
