import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Keyring } from '../../shared/crypto/keyring.js';
import { isSealedByCurrentKey } from '../../shared/crypto/seal.js';
import { ForeignFileError, readFileOfOurs } from './read-file-of-ours.js';

const WAITING = /^([0-9a-f-]{36})\.settlement$/;
/** One that is being written, or was when its process died. */
const UNFINISHED = /^([0-9a-f-]{36})\.[0-9a-f]{12}\.unfinished$/;
/** How the name of a file ends that is kept for a person. */
export const SET_ASIDE = '.set-aside';

/** Number of files in the spool. */
export interface SpoolCount {
  waiting: number;
  setAside: number;
}

/** The id of the call whose settlement waits in the file of this name; undefined for any other file. */
export function callIdOf(name: string): string | undefined {
  return WAITING.exec(name)?.[1];
}

/** The id of the call whose settlement was to be written to the file of this name; undefined for any other file. */
export function unfinishedCallIdOf(name: string): string | undefined {
  return UNFINISHED.exec(name)?.[1];
}

/** The name of the file in which the settlement of this call waits. */
export function nameOf(callId: string): string {
  return `${callId}.settlement`;
}

/** Counts the files in a folder, even where no worker runs. Throws if it cannot be read. */
export async function countSpooled(folder: string): Promise<SpoolCount> {
  const names = await readdir(folder);
  return {
    waiting: names.filter(isWaiting).length,
    setAside: names.filter((name) => name.endsWith(SET_ASIDE)).length,
  };
}

/**
 * Finds the files, waiting or set aside, that are not sealed under the current key of this ring; none if the folder
 * does not exist.
 */
export async function findUnderOtherKeys(folder: string, ring: Keyring): Promise<string[]> {
  const names = ((await readdir(folder).catch(ifMissing)) ?? []).filter(
    (name) => isWaiting(name) || name.endsWith(SET_ASIDE),
  );
  const paths = names.map((name) => resolve(folder, name));
  const contents = await Promise.all(
    paths.map((path) => readFileOfOurs(path).catch(ifForeign).catch(ifMissing)),
  );
  return paths.filter((_, index) => {
    const sealed = contents[index];
    return sealed !== undefined && !isSealedByCurrentKey(ring, sealed);
  });
}

/** An unfinished one waits as well: if its process has died, the others take it up. */
const isWaiting = (name: string): boolean => WAITING.test(name) || UNFINISHED.test(name);

/** Nothing of it is ours to seal anew. */
function ifForeign(error: unknown): undefined {
  if (!(error instanceof ForeignFileError)) throw error;
}

/** Lets what is not there be undefined; throws any other error. */
export function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
