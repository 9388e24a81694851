import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { say } from './say.js';

/** At most 10 MB per process together with the previous file: days of development, without filling a disk. */
const MAX_BYTES = 5_000_000;

/**
 * A log file that is renamed to `<file>.1`, replacing the previous one, when it reaches 5 MB. Lines that cannot be
 * written, on a full disk for example, are dropped: a log never stops the service.
 */
export class LogFile {
  #size: number;
  #failing = false;

  constructor(private readonly file: string) {
    mkdirSync(dirname(file), { recursive: true });
    this.#size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  }

  append(text: string): void {
    try {
      this.#write(text);
      this.#failing = false;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (!this.#failing)
        say(`${this.file} cannot be written (${code}): its lines are dropped until it can.`);
      this.#failing = true;
    }
  }

  #write(text: string): void {
    if (this.#size >= MAX_BYTES) {
      renameSync(this.file, `${this.file}.1`);
      this.#size = 0;
    }
    appendFileSync(this.file, text, { mode: 0o600 });
    this.#size += Buffer.byteLength(text);
  }
}
