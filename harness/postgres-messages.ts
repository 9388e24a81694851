/** One client message to PostgreSQL, with the text of the statement it is about to run. */
export interface ClientMessage {
  bytes: Buffer;
  statement?: string;
}

/**
 * Splits what a client sends into messages (PostgreSQL manual, "Message Formats"). A prepared statement is only named
 * when it is run, so the texts of the connection's statements are remembered.
 */
export class ClientMessageReader {
  readonly #prepared = new Map<string, string>();
  #started = false;
  #rest: Buffer = Buffer.alloc(0);

  /** Returns the messages completed by these bytes; the rest waits for more. */
  read(bytes: Buffer): ClientMessage[] {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const messages: ClientMessage[] = [];
    for (let message = this.#take(); message !== undefined; message = this.#take()) messages.push(message);
    return messages;
  }

  #take(): ClientMessage | undefined {
    // Only a connection's first message has no type before its length.
    const lengthAt = this.#started ? 1 : 0;
    if (this.#rest.length < lengthAt + 4) return undefined;
    const end = lengthAt + this.#rest.readInt32BE(lengthAt);
    if (this.#rest.length < end) return undefined;
    const bytes = this.#rest.subarray(0, end);
    this.#rest = this.#rest.subarray(end);
    if (this.#started) return this.#describe(bytes);
    this.#started = true;
    return { bytes };
  }

  #describe(bytes: Buffer): ClientMessage {
    const type = String.fromCharCode(bytes[0] ?? 0);
    const [first = '', second = ''] = strings(bytes.subarray(5));
    if (type === 'Q') return { bytes, statement: first };
    // Parse: name and text. Bind: portal and name.
    if (type === 'P') this.#prepared.set(first, second);
    if (type === 'B') return { bytes, statement: this.#prepared.get(second) ?? '' };
    return { bytes };
  }
}

/** The first two zero-terminated strings. */
function strings(bytes: Buffer): [string, string] {
  const end = bytes.indexOf(0);
  const next = bytes.indexOf(0, end + 1);
  return [bytes.toString('utf8', 0, end), bytes.toString('utf8', end + 1, next < 0 ? end + 1 : next)];
}

/** Whether a statement begins a transaction; it may also set the scope. */
export function beginsTransaction(statement: string): boolean {
  return /^BEGIN\b/.test(statement);
}

/** ReadyForQuery with the status "idle": everything sent together is done, including its commit. */
export const READY_OUTSIDE_TRANSACTION = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** Whether these server bytes end the reply to a commit, or to a statement that is its own transaction. */
export function endsTransaction(bytes: Buffer): boolean {
  return bytes.subarray(-READY_OUTSIDE_TRANSACTION.length).equals(READY_OUTSIDE_TRANSACTION);
}
