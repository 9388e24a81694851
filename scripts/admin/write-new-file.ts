import { constants, renameSync, unlinkSync } from 'node:fs';
import { access, type FileHandle, open, rm } from 'node:fs/promises';
import { beforeSignal } from './before-signal.js';

/** Readable only by the user who runs the command. */
const PRIVATE = 0o600;

/** Why a disk takes no more of a file, by error code of the operating system. */
const FULL: Readonly<Record<string, string>> = {
  EDQUOT: 'the quota is used up',
  EFBIG: 'the file would be larger than its file system or this user may have',
  EIO: 'the disk fails',
  ENOSPC: 'the disk is full',
};

/**
 * Writes a new file that only this user may read, piece by piece; it has its name only once it is complete, because
 * part of it serves nobody. If anything fails, or a signal ends the process, nothing is left of it; after a kill or a
 * power failure, a file that says in its name that it is unfinished. Throws with a readable message.
 */
export async function writeNewFile(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const unfinished = `${path}.unfinished`;
  await refuseExisting(path);
  const file = await openNew(unfinished);
  const watching = beforeSignal(() => {
    unlinkSync(unfinished);
    console.error('Interrupted: nothing was written.');
  });
  try {
    await write(file);
    await file.sync();
    // Again, because a rename would replace a file that has come to be there meanwhile.
    await refuseExisting(path);
    // At once with the end of the watch: in between, a signal would say of a complete file that nothing was written.
    renameSync(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw asRefusal(error) ?? error;
  } finally {
    watching.end();
    await file.close();
  }
}

async function refuseExisting(path: string): Promise<void> {
  const exists = await access(path, constants.F_OK).then(
    () => true,
    () => false,
  );
  if (exists) throw new Error('--output cannot be written (EEXIST): it already exists: choose a new name.');
}

async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', PRIVATE);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const refusal = asRefusal(error);
    if (refusal !== undefined) throw refusal;
    const remedy =
      code === 'EEXIST'
        ? `${path} is being written by another export, or is left from one that was killed: delete it then, because it contains personal data`
        : 'choose a writable folder';
    throw new Error(`--output cannot be written (${code}): ${remedy}.`, { cause: error });
  }
}

/** What to do about a disk that takes no more; undefined for any other error. */
function asRefusal(error: unknown): Error | undefined {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!Object.hasOwn(FULL, code)) return undefined;
  const remedy = 'nothing was written; make room, or choose another folder';
  return new Error(`--output cannot be written (${code}): ${FULL[code]}: ${remedy}.`, { cause: error });
}
