import type { Logger } from '../logger.js';

export interface TellingOptions {
  logger: Logger;
  /** Tells a witness that starts afresh what this process still remembers. */
  remember?(): Promise<void>;
  /**
   * Tells the witness what this process acknowledged while it could not be told; resolves to the histories of the
   * database on which that was accepted.
   */
  catchUp?(): Promise<ReadonlySet<string>>;
}

/** Tells the witness what only this process knows. */
export class Telling {
  #epoch: string | undefined;
  #isRefused = false;
  #late: ReadonlySet<string> = new Set();

  constructor(private readonly options: TellingOptions) {}

  /**
   * Tells a witness of this epoch, if it has not been told. False if it does not take all of it, which the next look
   * tries again.
   */
  async tell(epoch: string | undefined): Promise<boolean> {
    if (epoch === undefined) return true;
    try {
      if (epoch !== this.#epoch) await this.options.remember?.();
      this.#epoch = epoch;
      const late = await this.options.catchUp?.();
      this.#late = new Set([...this.#late, ...(late ?? [])]);
    } catch (err) {
      // Said once: looks come every second.
      if (!this.#isRefused) {
        this.options.logger.warn({ err }, 'Redis does not accept the record of recent calls and requests');
      }
      this.#isRefused = true;
      return false;
    }
    this.#isRefused = false;
    return true;
  }

  /**
   * Whether it was told, perhaps only after what is gone was named, of requests that another history than this one may
   * have had alone.
   */
  isLateFor(historyId: string): boolean {
    return [...this.#late].some((accepting) => accepting !== historyId);
  }

  /** What is gone is named once more. */
  forgetLate(): void {
    this.#late = new Set();
  }
}
