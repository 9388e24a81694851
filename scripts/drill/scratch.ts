import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../embedded/postgres.js';
import { startRedis } from '../embedded/redis.js';
import { removeData } from '../embedded/remove-data.js';
import type { EmbeddedServer } from '../embedded/server.js';
import type { Backups } from './backups.js';

const ARCHIVED_WITHIN_MS = 30_000;
const POLL_MS = 100;

/**
 * A folder for the drill with a PostgreSQL that archives its log, a Redis, and whatever is restored from the archive.
 */
export class Scratch {
  readonly #folder: string;
  readonly #servers: EmbeddedServer[] = [];
  readonly #backups: Backups;

  /** `keepBackups` chooses how the server in this folder is backed up. */
  constructor(keepBackups: (folder: string) => Backups) {
    this.#folder = mkdtempSync(join(tmpdir(), 'verification-drill-'));
    // PostgreSQL may run as another user, below this folder.
    chmodSync(this.#folder, 0o711);
    try {
      this.#backups = keepBackups(this.#folder);
    } catch (error) {
      rmSync(this.#folder, { recursive: true, force: true });
      throw error;
    }
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  async startRedis(): Promise<EmbeddedServer> {
    return this.#keep(await startRedis({ dir: this.path('redis'), say: () => undefined }));
  }

  /** Starts the server that will be lost, with a log archive as described in the runbook under "Backup". */
  async startPrimary(): Promise<EmbeddedServer> {
    const first = this.#keep(await startPostgres({ dataDir: this.path('primary'), durable: true }));
    await ask(first.url, `ALTER SYSTEM SET archive_mode = 'on'`);
    await ask(first.url, `ALTER SYSTEM SET archive_command = '${this.#backups.archiveCommand}'`);
    await first.stop();
    const primary = this.#keep(await startPostgres({ dataDir: this.path('primary'), durable: true }));
    await this.#backups.begin(primary);
    return primary;
  }

  /** Takes the base backup. */
  backUp(primary: EmbeddedServer): Promise<void> {
    return this.#backups.backUp(primary);
  }

  /** Completes the current log file, and waits until it is in the archive. */
  async archive(primary: EmbeddedServer): Promise<void> {
    const file = await ask(primary.url, 'SELECT pg_walfile_name(pg_switch_wal()) AS value');
    await until(
      () => ask(primary.url, `SELECT last_archived_wal >= '${file}' AS value FROM pg_stat_archiver`),
      'the archive has the log',
    );
  }

  /** Lays the backup out, starts it, and waits until it has recovered everything in the archive. */
  async restore(): Promise<EmbeddedServer> {
    await this.#backups.layOut();
    const server = this.#keep(await startPostgres({ dataDir: this.path('restored'), durable: true }));
    await until(() => ask(server.url, 'SELECT NOT pg_is_in_recovery() AS value'), 'the backup has recovered');
    return server;
  }

  /** Stops every server and removes everything. */
  async remove(): Promise<void> {
    for (const server of this.#servers.reverse()) await server.stop();
    for (const name of ['primary', 'restored']) removeData(this.path(name));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #keep(server: EmbeddedServer): EmbeddedServer {
    this.#servers.push(server);
    return server;
  }
}

/** Polls until the condition is true. Throws with `what` after half a minute. */
export async function until(isTrue: () => Promise<unknown>, what: string): Promise<void> {
  const deadline = Date.now() + ARCHIVED_WITHIN_MS;
  while ((await isTrue()) !== true) {
    if (Date.now() > deadline)
      throw new Error(`Waited ${ARCHIVED_WITHIN_MS / 1_000} s in vain for: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The column `value` of the only row, queried as this server's superuser. */
async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ value: unknown }>(text);
    return rows[0]?.value;
  } finally {
    await client.end();
  }
}
