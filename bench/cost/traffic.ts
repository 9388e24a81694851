import { ClientMessageReader } from '../../harness/postgres-messages.js';
import type { Tap } from '../../harness/relay.js';

/** Counts what processes send to a server over all their connections. */
export class Traffic {
  #lastAt = performance.now();
  readonly #asked = new Map<string, number>();

  /** Statements or commands since the last reset. */
  get count(): number {
    return [...this.#asked.values()].reduce((sum, times) => sum + times, 0);
  }

  /** Each statement or command, and how often it was sent. */
  get asked(): ReadonlyMap<string, number> {
    return this.#asked;
  }

  /** Milliseconds since the last traffic. */
  get quietMs(): number {
    return performance.now() - this.#lastAt;
  }

  reset(): void {
    this.#asked.clear();
  }

  readonly tapPostgres = (): Tap => {
    const reader = new ClientMessageReader();
    return this.#tap((bytes) => reader.read(bytes).flatMap(({ statement }) => statement ?? []));
  };

  readonly tapRedis = (): Tap => {
    const reader = new CommandReader();
    return this.#tap((bytes) => reader.read(bytes));
  };

  #tap(read: (bytes: Buffer) => string[]): Tap {
    return {
      sent: (bytes) => {
        for (const text of read(bytes)) this.#asked.set(text, (this.#asked.get(text) ?? 0) + 1);
        this.#lastAt = performance.now();
        return bytes;
      },
      received: (bytes) => {
        this.#lastAt = performance.now();
        return bytes;
      },
    };
  }
}

/** Splits what a client sends to Redis into commands: arrays of bulk strings (RESP, "Sending commands to a server"). */
class CommandReader {
  #rest = '';

  /** Returns the names of the commands completed by these bytes; the rest waits for more. */
  read(bytes: Buffer): string[] {
    this.#rest += bytes.toString('latin1');
    const names: string[] = [];
    for (let name = this.#take(); name !== undefined; name = this.#take()) names.push(name);
    return names;
  }

  #take(): string | undefined {
    const head = /^\*(\d+)\r\n/.exec(this.#rest);
    if (head === null) return undefined;
    let at = head[0].length;
    let name: string | undefined;
    for (let left = Number(head[1]); left > 0; left -= 1) {
      const length = /^\$(\d+)\r\n/.exec(this.#rest.slice(at, at + 20));
      if (length === null) return undefined;
      const from = at + length[0].length;
      at = from + Number(length[1]) + 2;
      name ??= this.#rest.slice(from, at - 2);
    }
    if (at > this.#rest.length) return undefined;
    this.#rest = this.#rest.slice(at);
    return name?.toLowerCase();
  }
}
