import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The user a server runs as; undefined means the user of this process. */
export type SystemUser = { uid: number; gid: number } | undefined;

function idOf(name: string, flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
}

/**
 * The user to run PostgreSQL as: this one or, if this is root, which PostgreSQL refuses, the owner of the data if there
 * is any, otherwise `postgres` if that user exists, otherwise `nobody`.
 */
export function postgresUser(dataDir: string): SystemUser {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: idOf(name, '-u'), gid: idOf(name, '-g') };
    } catch {
      // No such user here: try the next one.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user "postgres" nor "nobody".');
}

/**
 * Whether this user can enter the folder. Determined by trying, since the mode of one folder is not enough: every
 * folder above counts, and so do access lists and mount options.
 */
export function canEnter(user: SystemUser, folder: string): boolean {
  return spawnSync('sh', ['-c', 'cd "$0"', folder], { cwd: '/', stdio: 'ignore', ...user }).status === 0;
}
