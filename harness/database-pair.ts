import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyCluster } from '../scripts/embedded/copy-cluster.js';
import { type OwnServer, startOwnPostgres } from './own-servers.js';
import { type Relay, startRelay } from './relay.js';
import { makeDatabase } from './template-database.js';
import { temporaryFolder } from './temporary-folder.js';
import { waitFor } from './wait-for.js';
import { withClient } from './with-client.js';

/** A migrated database on a primary that streams to a standby, both behind one address, as with DNS failover. */
export interface DatabasePair {
  /** The address given to the service; it leads to whichever server is the primary. */
  readonly database: { url: string; ownerUrl: string };
  readonly primary: OwnServer;
  readonly standby: OwnServer;
  /** Waits until the standby has everything the primary has committed. */
  catchUp(): Promise<void>;
  /** Stops replication: whatever is committed before the failover will be lost. */
  startLagging(): void;
  /** Resumes replication. */
  stopLagging(): void;
  /** Kills the primary, promotes the standby and points the address to it. */
  failOver(): Promise<void>;
  /** Copies the files of the primary. */
  backUp(): Promise<void>;
  /** Kills the primary and starts the copy in its place, on its own timeline. */
  restoreBackup(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Starts both servers and migrates the database; call `remove` in `after`. With `synchronous` they are durable, and a
 * commit waits for the standby.
 */
export async function startDatabasePair({ synchronous = false } = {}): Promise<DatabasePair> {
  const [folder, standbyFolder, backupFolder] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  const primary = await startOwnPostgres({ folder, durable: synchronous });
  const service = await makeDatabase(primary.url, 'service');
  const replication = await startRelay(primary.url);
  await copyCluster({
    url: primary.url,
    from: join(folder, 'postgres'),
    to: join(standbyFolder, 'postgres'),
    files: { 'standby.signal': '', 'postgresql.auto.conf': primaryConninfo(replication) },
  });
  const standby = await startOwnPostgres({ folder: standbyFolder, durable: synchronous });
  if (synchronous) await nameStandbys(primary.url, '*');
  const address = await startRelay(primary.url);
  let restored: OwnServer | undefined;
  return {
    database: { url: through(address, service.appUrl), ownerUrl: through(address, service.ownerUrl) },
    primary,
    standby,
    catchUp: () => catchUp(primary, standby),
    startLagging: () => replication.sever(),
    stopLagging: () => replication.restore(),
    failOver: async () => {
      await primary.crash();
      await withClient(standby.url, (client) => client.query('SELECT pg_promote()'));
      address.redirect(standby.url);
    },
    backUp: () =>
      copyCluster({
        url: primary.url,
        from: join(folder, 'postgres'),
        to: join(backupFolder, 'postgres'),
      }),
    restoreBackup: async () => {
      await primary.crash();
      restored = await startOwnPostgres({ folder: backupFolder });
      // Soon more will be written than is missing, so the log position alone shows nothing.
      await withClient(restored.url, (client) => client.query('SELECT pg_switch_wal()'));
      address.redirect(restored.url);
    },
    remove: async () => {
      await Promise.all([address.close(), replication.close()]);
      await Promise.all([primary.remove(), standby.remove(), restored?.remove()]);
      rmSync(backupFolder, { recursive: true, force: true });
    },
  };
}

/** Sets the standbys every commit waits for from now on: none, or `*` for any. */
export async function nameStandbys(superuserUrl: string, names: '' | '*'): Promise<void> {
  await withClient(superuserUrl, async (client) => {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    await client.query('SELECT pg_reload_conf()');
  });
}

/**
 * Ends the waits for a standby that sessions are in now, by cancelling them or terminating the sessions. Returns how
 * many.
 */
export function endWaits(superuserUrl: string, how: 'cancel' | 'terminate' = 'cancel'): Promise<number> {
  return withClient(superuserUrl, async (client) => {
    const { rowCount } = await client.query(
      `SELECT pg_${how}_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
    );
    return rowCount ?? 0;
  });
}

/** What a standby needs to stream from the server behind a relay, as configuration lines. */
export function primaryConninfo({ url }: Relay): string {
  const { hostname, port, username, password } = new URL(url);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password} sslmode=disable`;
  // By default a standby that lost its primary retries after 5 s.
  return `primary_conninfo = '${conninfo}'\nwal_retrieve_retry_interval = '100ms'\n`;
}

/** Returns the address of a database and role, led through the relay. */
export function through(relay: Relay, url: string): string {
  const changed = new URL(url);
  changed.hostname = '127.0.0.1';
  changed.port = new URL(relay.url).port;
  return changed.href;
}

/** Waits until the standby has everything the primary has committed. */
export async function catchUp(primary: OwnServer, standby: OwnServer): Promise<void> {
  const read = <Value>(url: string, expression: string): Promise<Value | undefined> =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ value: Value }>(`SELECT ${expression} AS value`);
      return rows[0]?.value;
    });
  const written = await read<string>(primary.url, 'pg_current_wal_lsn()');
  await waitFor(() => read<boolean>(standby.url, `pg_last_wal_replay_lsn() >= '${written}'::pg_lsn`), {
    describe: 'the standby has everything',
  });
}
