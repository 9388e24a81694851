import { concernsOneOnly } from '../shared/db/sqlstate.js';

/** What has failed in a pass over many things, of which one that fails keeps none of the others from being done. */
export class Faults {
  readonly #found: unknown[] = [];

  /**
   * Does one of them, and keeps its error, if any, for the end: then it resolves to false. Rejects only if the others
   * would fail as well.
   */
  async outlast(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!concernsOneOnly(error)) throw error;
      this.#found.push(error);
      return false;
    }
  }

  /** Ends the pass: throws the first error. */
  throwFirst(): void {
    if (this.#found.length > 0) throw this.#found[0];
  }
}
