import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Keyring } from '../../shared/crypto/keyring.js';
import { sealUnderRing, unsealUnderRing } from '../../shared/crypto/seal.js';
import { OperatorError } from '../../shared/operator-error.js';
import type { CallSettlement } from '../../shared/settlement/settlement.js';
import { asDiskError, isPassingDiskError } from './disk-error.js';
import { decodeSettlement, encodeSettlement } from './encode-settlement.js';
import { readFileOfOurs } from './read-file-of-ours.js';
import { callIdOf, countSpooled, ifMissing, nameOf, SET_ASIDE, type SpoolCount } from './spooled-files.js';
import { PROBE, takeUpUnfinished, unfinishedNameOf } from './unfinished-files.js';

/** Accessible to this user only. */
const OWN_FOLDER = { recursive: true, mode: 0o700 } as const;
/** What a large answer with a photo takes, in bytes. */
const LARGE_ANSWER = 256 * 1_024;

/**
 * A folder that keeps paid answers while PostgreSQL cannot take them, one sealed file per settlement. A file is either
 * complete under its name or absent: it is written under another name, flushed and renamed, and the folder is flushed.
 * Workers of one database may share a folder: settling twice changes nothing.
 */
export class Spool {
  /** Settles when the answers that were to be kept so far are on the disk, or could not be. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly folder: string,
    private readonly ring: Keyring,
  ) {}

  /** Creates the folder, accessible to this user only. Throws OperatorError if it is not writable. */
  static async open(folder: string, ring: Keyring): Promise<Spool> {
    const path = resolve(folder);
    try {
      await mkdir(path, OWN_FOLDER);
      await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (cause) {
      throw new OperatorError(
        `SPOOL_DIR (${path}) is not writable: use a folder that this process can write to and that outlives it`,
        { cause },
      );
    }
    return new Spool(path, ring);
  }

  /**
   * Stores a settlement after those before it; once this resolves it survives the process and a power failure. Throws
   * OperatorError if the disk does not take it. One at a time: on a disk that hangs, as one of a network may, each
   * occupies one of the four threads of this process, without which no connection to PostgreSQL is made either.
   */
  put(settlement: CallSettlement): Promise<string> {
    const kept = this.#last.then(() => this.#write(settlement));
    this.#last = kept.catch(() => undefined);
    return kept;
  }

  async #write(settlement: CallSettlement): Promise<string> {
    const { id } = settlement.call;
    const name = nameOf(id);
    const sealed = sealUnderRing(this.ring, encodeSettlement(settlement), placeOf(id));
    try {
      // It may have been removed.
      await mkdir(this.folder, OWN_FOLDER);
      await writeTo(this.folder, id, sealed, (unfinished) => rename(unfinished, this.#path(name)));
      await this.#flush();
    } catch (cause) {
      throw asDiskError(this.folder, cause);
    }
    return name;
  }

  /** Whether an answer could be kept now. Never throws. */
  async isWritable(): Promise<boolean> {
    await mkdir(this.folder, OWN_FOLDER).catch(() => undefined);
    return (await findDiskFault(this.folder)) === undefined;
  }

  /** The files waiting to be settled; none if the folder is gone. Throws OperatorError if it cannot be read. */
  async list(): Promise<string[]> {
    const names = await readdir(this.folder).catch(ifMissing).catch(this.#fail);
    return (names ?? []).filter((name) => callIdOf(name) !== undefined);
  }

  /**
   * Opens a file; undefined if someone else has settled and removed it. Throws OperatorError if it can be read later,
   * and otherwise if it is not one of ours.
   */
  async read(name: string): Promise<CallSettlement | undefined> {
    const id = callIdOf(name) ?? '';
    const sealed = await readFileOfOurs(this.#path(name))
      .catch(ifMissing)
      .catch((error: unknown) => (isPassingDiskError(error) ? this.#fail(error) : Promise.reject(error)));
    return sealed === undefined
      ? undefined
      : decodeSettlement(unsealUnderRing(this.ring, sealed, placeOf(id)));
  }

  /** Removes a settled file. Throws OperatorError if the disk does not let it go. */
  async remove(name: string): Promise<void> {
    await unlink(this.#path(name)).catch(ifMissing).catch(this.#fail);
  }

  /**
   * Moves a file that cannot be settled out of the way of the others and keeps it for a person. Throws OperatorError if
   * the disk does not let it be moved.
   */
  async setAside(name: string): Promise<void> {
    await rename(this.#path(name), this.#path(name + SET_ASIDE))
      .catch(ifMissing)
      .catch(this.#fail);
  }

  /**
   * Gives what processes left that died while writing it to those who settle the rest, who set aside what is not whole.
   * Throws OperatorError if the disk does not let it go.
   */
  async takeUpUnfinished(now = Date.now()): Promise<void> {
    await takeUpUnfinished(this.folder, now).catch(ifMissing).catch(this.#fail);
  }

  /** Counts the files; none if the folder is gone. Throws if it cannot be read. */
  async count(): Promise<SpoolCount> {
    return (await countSpooled(this.folder).catch(ifMissing)) ?? { waiting: 0, setAside: 0 };
  }

  readonly #fail = (cause: unknown): never => {
    throw asDiskError(this.folder, cause);
  };

  async #flush(): Promise<void> {
    const folder = await open(this.folder, 'r');
    await folder.sync().finally(() => folder.close());
  }

  #path(name: string): string {
    return join(this.folder, name);
  }
}

/**
 * Why an answer could not be kept in a folder, found by writing as much as a large one takes; undefined if it could.
 */
export function findDiskFault(folder: string): Promise<OperatorError | undefined> {
  return writeTo(folder, PROBE, Buffer.alloc(LARGE_ANSWER), unlink).then(
    () => undefined,
    (cause: unknown) => asDiskError(folder, cause),
  );
}

/** Writes and flushes a file under a name of its own, and passes it on. */
async function writeTo(
  folder: string,
  id: string,
  content: Buffer,
  finish: (unfinished: string) => Promise<void>,
): Promise<void> {
  const unfinished = join(folder, unfinishedNameOf(id));
  try {
    await writeFlushed(unfinished, content);
    await finish(unfinished);
  } catch (error) {
    // Otherwise each attempt on a full disk would leave one behind, which looks as if the process had died.
    await unlink(unfinished).catch(() => undefined);
    throw error;
  }
}

async function writeFlushed(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

const placeOf = (id: string) => ({ table: 'spool', column: 'settlement', id });
