import { ALL_IDS, type IdRange, type StagedEvent } from './fan-out-batch.js';

/** How soon what failed is tried again. Each failure is in the log of PostgreSQL, and passes come every second. */
const RETRY_MS = 30_000;
/** A client of whom so many events failed one by one is left alone as a whole: its webhook is what is broken. */
const MOST_OF_A_CLIENT = 5;

/** What keeps events from becoming deliveries: the passes of a process remember it, and do the rest without it. */
export class Hindrances {
  readonly #events = new Map<string, { clientId: string; until: number }>();
  readonly #clients = new Map<string, number>();
  #ranges: (IdRange & { until: number })[] = [];
  #locked: ReadonlySet<string> = new Set();

  /** `now` is a monotonic clock in milliseconds. */
  constructor(private readonly now = () => performance.now()) {}

  /** Leaves an event that cannot become a delivery for later. */
  leaveEvent({ id, client_id: clientId }: Pick<StagedEvent, 'id' | 'client_id'>): void {
    const until = this.now() + RETRY_MS;
    this.#events.set(id, { clientId, until });
    const ofClient = [...this.#events.values()].filter((event) => event.clientId === clientId);
    if (ofClient.length >= MOST_OF_A_CLIENT) this.#clients.set(clientId, until);
  }

  /** Leaves events that cannot even be read for later: what is in this range, which overlaps none left before. */
  leaveRange(range: IdRange): void {
    this.#ranges.push({ ...range, until: this.now() + RETRY_MS });
    this.#ranges.sort((one, other) => (one.from < other.from ? -1 : 1));
  }

  /** Leaves all for later. */
  leaveEverything(): void {
    this.#ranges = [];
    this.leaveRange(ALL_IDS);
  }

  /** Keeps the clients of whom a webhook is locked at the end of a pass, by a person or another worker. */
  noteLocked(clients: ReadonlySet<string>): void {
    this.#locked = clients;
  }

  /** Whether a webhook of one of these clients is locked that was not at the end of the last pass. */
  areNewlyLocked(clients: ReadonlySet<string>): boolean {
    return [...clients].some((client) => !this.#locked.has(client));
  }

  /** The events that are left for later one by one. */
  get events(): string[] {
    return [...this.#events.keys()];
  }

  /** The clients whose events are left for later. */
  get clients(): string[] {
    return [...this.#clients.keys()];
  }

  /** Forgets what is to be tried again, and returns the ranges between those that are not. */
  ranges(): IdRange[] {
    const now = this.now();
    for (const [id, { until }] of this.#events) if (until <= now) this.#events.delete(id);
    for (const [id, until] of this.#clients) if (until <= now) this.#clients.delete(id);
    this.#ranges = this.#ranges.filter(({ until }) => until > now);
    if (this.#ranges.length === 0) return [ALL_IDS];
    const starts = [ALL_IDS.from, ...this.#ranges.map(({ to }) => to)];
    const ends = [...this.#ranges.map(({ from }) => from), ALL_IDS.to];
    return starts
      .map((from, index) => ({ from, to: ends[index] ?? from }))
      .filter(({ from, to }) => from < to);
  }
}
