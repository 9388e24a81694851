import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SystemUser } from './system-user.js';

/**
 * The superuser of every embedded cluster; it creates the roles and databases, and the service never connects as it.
 */
export const SUPERUSER = 'postgres';

/** Where the parts of an embedded PostgreSQL are in its home folder. */
export function clusterPaths(home: string): { cluster: string; passwordFile: string } {
  return { cluster: join(home, 'cluster'), passwordFile: join(home, 'superuser-password') };
}

/** The major version that created the cluster in `home`, or undefined if there is none yet. */
export function clusterMajor(home: string): number | undefined {
  const file = join(clusterPaths(home).cluster, 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

/**
 * Creates the cluster in `home`, with a random password for its superuser in a file only that user (and root) can read.
 * Created under another name first, so that an interrupted initdb is not taken for a cluster.
 */
export async function createCluster(options: {
  home: string;
  binaries: string;
  user: SystemUser;
  durable: boolean;
}): Promise<void> {
  const { home, binaries, user } = options;
  const { cluster, passwordFile } = clusterPaths(home);
  const unfinished = `${cluster}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  const args = ['-D', unfinished, '-U', SUPERUSER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  // The C locale sorts and compares the same on every machine, and needs no installed locale.
  args.push('--encoding=UTF8', '--locale=C', '--no-instructions');
  if (!options.durable) args.push('--no-sync');
  const environment = { PATH: process.env.PATH ?? '', LC_ALL: 'C' };
  await promisify(execFile)(join(binaries, 'initdb'), args, { cwd: '/', env: environment, ...user });
  renameSync(unfinished, cluster);
}

/** The superuser's password as written by `createCluster`. */
export function readSuperuserPassword(home: string): string {
  return readFileSync(clusterPaths(home).passwordFile, 'utf8').trim();
}
