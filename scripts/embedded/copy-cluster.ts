import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { clusterPaths } from './cluster.js';
import { ensureDataHome } from './data-home.js';
import { postgresUser } from './system-user.js';

/**
 * Copies an embedded PostgreSQL while it runs, like pg_basebackup (which not every set of binaries has): the copy
 * recovers to the moment when this resolves, or continues from there as a standby. `from` and `to` are folders of
 * `startPostgres`; `files` are added to the copy.
 */
export async function copyCluster(options: {
  url: string;
  from: string;
  to: string;
  files?: Readonly<Record<string, string>>;
}): Promise<void> {
  const user = postgresUser(options.from);
  ensureDataHome(resolve(options.to), user);
  const [from, to] = [clusterPaths(realpathSync(options.from)), clusterPaths(realpathSync(options.to))];
  const label = await whileBackedUp(options.url, () => {
    cpSync(from.cluster, to.cluster, { recursive: true, preserveTimestamps: true });
    copyFileSync(from.passwordFile, to.passwordFile);
  });
  // PostgreSQL refuses a folder that others may read, and Node 24 gives copied folders the mode of new ones.
  chmodSync(to.cluster, 0o700);
  // The log written while copying, without which the copy is incomplete.
  const wal = { recursive: true, preserveTimestamps: true, force: true };
  cpSync(join(from.cluster, 'pg_wal'), join(to.cluster, 'pg_wal'), wal);
  rmSync(join(to.cluster, 'postmaster.pid'), { force: true });
  rmSync(join(to.cluster, 'postmaster.opts'), { force: true });
  const files = { backup_label: label, ...options.files };
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(to.cluster, name), text, { mode: 0o600 });
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, to.cluster, to.passwordFile]);
}

/** Between start and stop every change is written to the log in full, so files may change while they are copied. */
async function whileBackedUp(url: string, copy: () => void): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('copy', true)`);
    copy();
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    return rows[0]?.labelfile ?? '';
  } finally {
    await client.end();
  }
}
