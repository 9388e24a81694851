import { lstat, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { takeRandomBytes } from '../../shared/crypto/random-bytes.js';
import { ifMissing, nameOf, SET_ASIDE, unfinishedCallIdOf } from './spooled-files.js';

/** In place of the id of a call: what is written to find out whether the disk takes it. */
export const PROBE = 'probe';
const UNFINISHED_PROBE = /^probe\.[0-9a-f]{12}\.unfinished$/;
/** A process that writes for longer has most likely died. If it has not, it misses its file, and writes another. */
const DEAD_AFTER_MS = 10 * 60_000;

/** A new name for a file that is being written. */
export function unfinishedNameOf(id: string): string {
  return `${id}.${takeRandomBytes(6).toString('hex')}.unfinished`;
}

/**
 * Gives the files of processes that died while writing them the name of finished ones: such an answer may be whole, and
 * is paid for. Those of an answer that waits already, or is set aside, are left until that has gone. Removes those of
 * probes. Throws what the disk refuses first, after it has tried them all.
 */
export async function takeUpUnfinished(folder: string, now: number): Promise<void> {
  let refused: unknown;
  for (const name of await readdir(folder)) {
    const id = unfinishedCallIdOf(name);
    if (id === undefined && !UNFINISHED_PROBE.test(name)) continue;
    try {
      const found = await lstat(join(folder, name)).catch(ifMissing);
      if (found === undefined || now - found.mtimeMs < DEAD_AFTER_MS) continue;
      if (id === undefined) await unlink(join(folder, name)).catch(ifMissing);
      else await takeUp(folder, name, id);
    } catch (error) {
      refused ??= error;
    }
  }
  if (refused !== undefined) throw refused;
}

/** A part of an answer must not replace the whole one, which may be there by now. */
async function takeUp(folder: string, name: string, id: string): Promise<void> {
  const kept = join(folder, nameOf(id));
  for (const path of [kept, kept + SET_ASIDE]) {
    if ((await lstat(path).catch(ifMissing)) !== undefined) return;
  }
  await rename(join(folder, name), kept).catch(ifMissing);
}
