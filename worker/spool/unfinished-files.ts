import { lstat, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { takeRandomBytes } from '../../shared/crypto/random-bytes.js';
import { ifMissing, nameOf } from './spooled-files.js';

/** In place of the id of a call: what is written to find out whether the disk takes it. */
export const PROBE = 'probe';
const UNFINISHED = /^(probe|[0-9a-f-]{36})\.[0-9a-f]{12}\.unfinished$/;
/** A process that writes for longer has died: it would have given the answer up by now. */
const DEAD_AFTER_MS = 10 * 60_000;

/** A new name for a file that is being written. */
export function unfinishedNameOf(id: string): string {
  return `${id}.${takeRandomBytes(6).toString('hex')}.unfinished`;
}

/**
 * Gives the files of processes that died while writing them the name of finished ones: such an answer may be whole, and
 * is paid for. Removes those of an answer that is kept already, and of probes. Throws what the disk refuses.
 */
export async function takeUpUnfinished(folder: string, now: number): Promise<void> {
  const names = await readdir(folder);
  for (const name of names) {
    const id = UNFINISHED.exec(name)?.[1];
    if (id === undefined) continue;
    const path = join(folder, name);
    const found = await lstat(path).catch(ifMissing);
    if (found === undefined || now - found.mtimeMs < DEAD_AFTER_MS) continue;
    const isNeeded = id !== PROBE && !names.includes(nameOf(id));
    await (isNeeded ? rename(path, join(folder, nameOf(id))) : unlink(path)).catch(ifMissing);
  }
}
