import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Together with its predecessor at most 10 MB a process: days of development, nothing that fills a disk. */
const maxBytes = 5_000_000;

/** A log file that is moved to `<file>.1`, over the last one, when it has grown to 5 MB. */
export class LogFile {
  private size: number;

  constructor(private readonly file: string) {
    mkdirSync(dirname(file), { recursive: true });
    this.size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  }

  append(text: string): void {
    if (this.size >= maxBytes) {
      renameSync(this.file, `${this.file}.1`);
      this.size = 0;
    }
    appendFileSync(this.file, text, { mode: 0o600 });
    this.size += Buffer.byteLength(text);
  }
}
