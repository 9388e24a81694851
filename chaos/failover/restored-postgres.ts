import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Relay } from '../../harness/relay.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { waitFor } from '../../harness/wait-for.js';
import { withClient } from '../../harness/with-client.js';
import { copyCluster } from '../../scripts/embedded/copy-cluster.js';
import type { Random } from '../random.js';
import type { FragileServer } from './fragile-server.js';
import { type PlacedPostgres, startPlaced } from './placed-postgres.js';

/** Recovers to the end of the copy's log, and continues on a new timeline. */
const NEW_TIMELINE = { 'recovery.signal': '', 'postgresql.auto.conf': "restore_command = 'false'\n" };
const RECOVERS_WITHIN_MS = 60_000;

/** A server that is repeatedly backed up and replaced by the backup. */
export class RestoredPostgres implements FragileServer {
  #backup: string | undefined;
  #newTimeline = false;

  constructor(
    private current: PlacedPostgres,
    readonly address: Relay,
  ) {}

  get url(): string {
    return this.current.server.url;
  }

  prepare(random: Random): Promise<void> {
    this.#newTimeline = random.next() < 0.5;
    return Promise.resolve();
  }

  /** Makes the backup. */
  async endanger(): Promise<void> {
    const folder = temporaryFolder();
    await copyCluster({
      url: this.url,
      from: join(this.current.folder, 'postgres'),
      to: join(folder, 'postgres'),
      ...(this.#newTimeline && { files: NEW_TIMELINE }),
    });
    this.#backup = folder;
  }

  /** Kills the server and starts the backup instead, with or without a new timeline. */
  async fail(): Promise<void> {
    if (this.#backup === undefined) throw new Error('There is no backup to put back');
    const dead = this.current.server;
    await dead.crash();
    this.current = await startPlaced(this.#backup);
    this.#backup = undefined;
    await waitFor(() => isPrimary(this.url), {
      timeoutMs: RECOVERS_WITHIN_MS,
      describe: 'the backup has recovered',
    });
    this.address.redirect(this.url);
    await dead.remove();
  }

  async close(): Promise<void> {
    await Promise.all([this.current.server.remove(), this.address.close()]);
    if (this.#backup !== undefined) rmSync(this.#backup, { recursive: true, force: true });
  }
}

function isPrimary(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ primary: boolean }>('SELECT NOT pg_is_in_recovery() AS primary');
    return rows[0]?.primary === true;
  });
}
