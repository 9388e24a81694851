/** Many times longer than a standby or copy of Redis may lag behind. */
const KEPT_MS = 15 * 60_000;
/** Some 15 MB when full; at 1 000 requests a second still more than three minutes. */
const MAX_REQUESTS = 200_000;
/** Requests are kept by the second, so that what is too old is found among a few hundred entries. */
const ENTRY_MS = 1_000;

/** The requests acknowledged within a second of one hour. */
interface Entry {
  begunAt: number;
  /** Counted since 1970. */
  hour: number;
  ids: string[];
}

/**
 * The requests this process acknowledged recently, to tell a witness that has forgotten everything: if Redis and the
 * primary are lost at the same moment, nobody else knows of them.
 */
export class RecentAcknowledgements {
  readonly #entries: Entry[] = [];
  #count = 0;

  /** `keptMs`: for how long they are kept, in milliseconds, a quarter of an hour by default. */
  constructor(private readonly keptMs = KEPT_MS) {}

  add(hour: number, ids: readonly string[]): void {
    const now = performance.now();
    const last = this.#entries.at(-1);
    if (last?.hour === hour && now - last.begunAt < ENTRY_MS) last.ids.push(...ids);
    else this.#entries.push({ begunAt: now, hour, ids: [...ids] });
    this.#count += ids.length;
    this.#forget(now);
  }

  /** By hour, oldest first; an hour may come several times. */
  all(): readonly { readonly hour: number; readonly ids: readonly string[] }[] {
    this.#forget(performance.now());
    return this.#entries;
  }

  /** Takes the oldest out, of about a second; undefined if there are none. */
  takeOldest(): Entry | undefined {
    this.#forget(performance.now());
    return this.#shift();
  }

  /** Puts back what was taken out, as the oldest again, and no larger than it was. */
  putBack(entry: Entry): void {
    this.#entries.unshift(entry);
    this.#count += entry.ids.length;
  }

  #forget(now: number): void {
    for (let oldest = this.#entries[0]; oldest !== undefined; oldest = this.#entries[0]) {
      if (now - oldest.begunAt < this.keptMs && this.#count <= MAX_REQUESTS) return;
      this.#shift();
    }
  }

  #shift(): Entry | undefined {
    const oldest = this.#entries.shift();
    this.#count -= oldest?.ids.length ?? 0;
    return oldest;
  }
}
