import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux keeps files in memory, and where it lists what is mounted. */
const LINUX = { place: '/dev/shm', mounts: '/proc/mounts' };
/** More than twice what a whole run of the tests was seen to keep at one time. */
const FREE_BYTES = 8 * 1024 ** 3;
const NAME = 'verification-';
/** No run takes that long: what is older was left by one that was killed. */
const LEFT_BEHIND_MS = 24 * 60 * 60_000;

/**
 * Makes a folder in memory, which is removed when this process ends, and returns its path. Undefined where no memory is
 * offered for it, as on other systems and in most containers.
 */
export function memoryFolder({ place, mounts } = LINUX, freeBytes = FREE_BYTES) {
  try {
    if (!mayRunPrograms(place, readFileSync(mounts, 'utf8'))) return undefined;
    clearLeftovers(place);
    const { bavail, bsize } = statfsSync(place);
    if (bavail * bsize < freeBytes) return undefined;
    const folder = mkdtempSync(join(place, NAME));
    process.once('exit', () => removeIfPossible(folder));
    // As open as /tmp, because PostgreSQL runs as another user when the tests run as root.
    chmodSync(folder, 0o1777);
    return folder;
  } catch {
    return undefined;
  }
}

/** Some tests put programs there: not possible on what is mounted with noexec. */
function mayRunPrograms(place, mounts) {
  const found = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, point]) => point === place);
  return found !== undefined && !found[3].split(',').includes('noexec');
}

/** Unlike files on a disk, what a killed run left behind takes memory until somebody removes it. */
function clearLeftovers(place) {
  for (const name of readdirSync(place)) {
    const left = join(place, name);
    if (name.startsWith(NAME) && Date.now() - statSync(left).mtimeMs > LEFT_BEHIND_MS) removeIfPossible(left);
  }
}

function removeIfPossible(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // A server that is only now ending still writes there, or it is another user's; the exit code is about the tests.
  }
}
