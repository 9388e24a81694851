import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../harness/temporary-folder.js';

/** A file system that can be filled without harming anything else. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes up all remaining space. */
  fill(): void;
  /** Frees it again. */
  empty(): void;
  remove(): void;
}

/** Mounts an in-memory file system of this many MiB. Undefined if that is not permitted: it takes root on Linux. */
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
  // Also if the run is interrupted; it is unmounted once the server on it has ended.
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
