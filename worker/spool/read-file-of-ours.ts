import type { Stats } from 'node:fs';
import { lstat, readFile, stat } from 'node:fs/promises';

/**
 * Far more than an answer of 1 MiB, its facts and its photo take, and far less than the memory of a worker, in bytes.
 */
const MAX_FILE_BYTES = 16 * 1_024 * 1_024;

/** Something that no worker has written. */
export class ForeignFileError extends Error {
  override readonly name = 'ForeignFileError';
}

/**
 * Reads a file. Throws ForeignFileError if it is none of ours, before it is opened: a pipe or a device would never end,
 * what a broken file system takes for a huge file would end every worker that starts, and a link that leads nowhere
 * would count as waiting for ever.
 */
export async function readFileOfOurs(path: string): Promise<Buffer> {
  const found = await examine(path);
  if (!found.isFile()) throw new ForeignFileError('It is not a regular file');
  if (found.size > MAX_FILE_BYTES) throw new ForeignFileError('It is larger than any answer');
  return readFile(path);
}

async function examine(path: string): Promise<Stats> {
  try {
    return await stat(path);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing && (await lstat(path)).isSymbolicLink()) {
      throw new ForeignFileError('It is a link that leads nowhere');
    }
    throw error;
  }
}
