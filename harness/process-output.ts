import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const LAST_LINES = 15;

/** What a process writes: read line by line, or sent to a file that is only read afterwards. */
export class ProcessOutput {
  /** The lines so far, unless they go to a file. */
  readonly lines: string[] = [];

  constructor(private readonly file: string | undefined) {}

  /** Starts a process with this as its standard output and error. */
  startWith(start: (target: 'pipe' | number) => ChildProcess): ChildProcess {
    const target = this.file === undefined ? 'pipe' : openSync(this.file, 'a');
    const child = start(target);
    if (typeof target === 'number') closeSync(target);
    return child;
  }

  /** Reads what such a process writes; resolves when it has closed its output. */
  async read(child: ChildProcess): Promise<void> {
    const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
    await Promise.all(
      streams.map((input) =>
        once(
          createInterface({ input }).on('line', (line) => this.lines.push(line)),
          'close',
        ),
      ),
    );
  }

  text(): string {
    return this.file === undefined
      ? this.lines.map((line) => `${line}\n`).join('')
      : readFileSync(this.file, 'utf8');
  }

  lastLines(): string {
    return this.text().trimEnd().split('\n').slice(-LAST_LINES).join('\n');
  }

  /** The lines that are JSON. */
  records(): Record<string, unknown>[] {
    return this.lines.flatMap((line) => {
      try {
        return [JSON.parse(line) as Record<string, unknown>];
      } catch {
        return [];
      }
    });
  }
}
