import type { Sql } from '../../shared/db/database.js';
import { rangeHash, tilesFor } from '../../shared/log/merkle.js';
import { readCheckpoint } from '../../shared/log/note.js';
import { loadTiles, tileReader } from '../../shared/log/tiles.js';
import type { PublishedHead, PublishedHeads } from './published-heads.js';

/** The log in the database does not continue what was published under its name, and must not be signed. */
export class LogWentBackError extends Error {
  override name = 'LogWentBackError';
}

/**
 * Knows what was published of the log, so that a database that went back in time is noticed before more is sealed on
 * it: signing it would contradict what others hold.
 */
export class LogMemory {
  #known: (PublishedHead & { origin: string }) | undefined;

  constructor(private readonly heads: PublishedHeads) {}

  /**
   * Throws LogWentBackError unless the log in the database continues everything remembered under that name. Rejects if
   * there is nothing to compare with: neither Redis nor this process's own memory.
   */
  async compare(sql: Sql, origin: string, note: string): Promise<void> {
    const head = readCheckpoint(note);
    const own = this.#known?.origin === origin ? this.#known : undefined;
    if (own?.size === head.size && own.root.equals(head.root)) return;
    const remembered = await this.heads.read(origin).catch((error: unknown) => {
      if (own === undefined) throw error;
      return undefined;
    });
    for (const before of [own, remembered]) {
      if (before !== undefined) await mustContinue(sql, before, head);
    }
    await this.keep(origin, note);
  }

  /** Remembers what has been published, in this process while Redis is unavailable. */
  async keep(origin: string, note: string): Promise<void> {
    const { size, root } = readCheckpoint(note);
    this.#known = { origin, size, root };
    await this.heads.note(origin, { size, root }).catch(() => undefined);
  }
}

/** Throws LogWentBackError unless the log in the database, of this size, continues what was published before. */
export async function mustContinue(
  sql: Sql,
  before: PublishedHead,
  head: Pick<PublishedHead, 'size'>,
): Promise<void> {
  if (before.size > head.size) {
    throw new LogWentBackError(`The log has ${head.size} entries, and ${before.size} were published`);
  }
  const rows = await loadTiles(sql, tilesFor(before.size, []));
  const root = rangeHash(tileReader(rows, before.size), 0, before.size);
  if (root.equals(before.root)) return;
  throw new LogWentBackError(`The first ${before.size} entries of the log are not those that were published`);
}
