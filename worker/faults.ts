import { concernsOneOnly } from '../shared/db/sqlstate.js';

/** The errors of a pass over many things: one that fails does not stop the others. */
export class Faults {
  readonly #found: unknown[] = [];

  /**
   * Does one of them and resolves to true; if it fails, keeps the error for the end and resolves to false. Rejects only
   * if the others would fail as well.
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
