import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../harness/temporary-folder.js';

/** A file system that can be filled up without harming anybody else. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all the space that is left. */
  fill(): void;
  /** Gives it back. */
  empty(): void;
  remove(): void;
}

/** Mounts a file system in memory of so many MiB. Undefined where that is not allowed: it takes root on Linux. */
export function mountSmallDisk(mebibytes: number): SmallDisk | undefined {
  const mount = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=711`, 'tmpfs', mount], {
      stdio: 'ignore',
    });
  } catch {
    rmSync(mount, { recursive: true, force: true });
    return undefined;
  }
  const folder = join(mount, 'server');
  mkdirSync(folder);
  chmodSync(folder, 0o711);
  const filler = join(mount, 'filler');
  // Also when the run is interrupted; it then goes as soon as the server on it has ended.
  process.once('exit', () => spawnSync('umount', ['--lazy', mount], { stdio: 'ignore' }));
  return {
    folder,
    fill: () => {
      const { bavail, bsize } = statfsSync(mount);
      if (bavail > 0) execFileSync('fallocate', ['-l', String(bavail * bsize), filler]);
    },
    empty: () => rmSync(filler, { force: true }),
    remove: () => {
      execFileSync('umount', [mount]);
      rmSync(mount, { recursive: true, force: true });
    },
  };
}
