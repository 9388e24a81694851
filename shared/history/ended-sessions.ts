import { CLOCK_TOLERANCE_MS } from '../db/clocks.js';
import type { Situation } from './read-situation.js';

/** Knows up to when sessions have ended because the database was replaced; one object for all looks of a process. */
export class EndedSessions {
  /** The newest history, and when this process first saw it, by its own clock. */
  #seen: { historyId: string; at: number } | undefined;

  /**
   * The moment before which all sessions have ended; undefined for a database that has replaced none. PostgreSQL dates
   * it. Further ahead than clocks may differ, that was a wrong clock, and whoever signed in again would be told to until
   * then. What started before this process saw the history has ended all the same.
   */
  before({ id, replacedAt }: Pick<Situation['newest'], 'id' | 'replacedAt'>): Date | undefined {
    if (this.#seen?.historyId !== id) this.#seen = { historyId: id, at: Date.now() };
    const latest = new Date(this.#seen.at + CLOCK_TOLERANCE_MS);
    return replacedAt !== undefined && replacedAt > latest ? latest : replacedAt;
  }
}
