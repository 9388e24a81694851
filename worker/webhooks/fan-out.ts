import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../shared/db/database.js';
import { isServerFault, isUnavailable, needsPerson } from '../../shared/db/sqlstate.js';
import { firstIdAt, momentOf } from '../../shared/domain/ids.js';
import { Faults } from '../faults.js';
import { assignEvents, BATCH, type IdRange, type StagedEvent, takeEvents } from './fan-out-batch.js';
import { Hindrances } from './hindrances.js';

/** How often, and after how long, a webhook is looked at again that somebody has locked: most do it for a moment. */
const LOCK_PAUSES_MS = [0, 20, 50, 100, 200];
/** Where PostgreSQL cannot read an event, those of so much time around it are left for later. */
const SHORTEST_RANGE_MS = 1_000;
/** More failures in one pass than a damaged page brings: something else is wrong, and all are left for later. */
const MOST_FAILURES = 200;

interface Options {
  /** The same in every pass of a process. */
  hindrances?: Hindrances;
  stopping?: () => boolean;
}

/**
 * Turns staged events into deliveries for the endpoints subscribed to them and makes those endpoints due. Returns the
 * number of events. Several workers may do it at once: each takes different events. One that fails, or whose webhook
 * somebody has locked, keeps no other from it; rejects afterwards.
 */
export function fanOutEvents(
  db: Database,
  { hindrances = new Hindrances(), stopping = () => false }: Options = {},
): Promise<number> {
  return new FanOut(db, hindrances, stopping).run();
}

class FanOut {
  #total = 0;
  #failures = 0;
  #locked = new Set<string>();
  readonly #faults = new Faults();

  constructor(
    private readonly db: Database,
    private readonly hindrances: Hindrances,
    private readonly stopping: () => boolean,
  ) {}

  async run(): Promise<number> {
    for (const pauseMs of LOCK_PAUSES_MS) {
      if (pauseMs > 0) await sleep(pauseMs);
      this.#locked = new Set();
      for (const range of this.hindrances.ranges()) await this.#runRange(range);
      if (this.stopping() || !this.hindrances.areNewlyLocked(this.#locked)) break;
    }
    this.hindrances.noteLocked(this.#locked);
    this.#faults.throwAll();
    return this.#total;
  }

  async #runRange(range: IdRange): Promise<void> {
    while (!this.stopping()) {
      let taken: readonly StagedEvent[] = [];
      let failure: unknown;
      const isDone = await this.#faults.outlast(() =>
        this.#runBatch(range, (events) => {
          taken = events;
        }).catch((error: unknown) => {
          failure = error;
          throw error;
        }),
      );
      if (!isDone) return this.#splitOrLeave(range, taken, failure);
      if (taken.length < BATCH) return;
    }
  }

  async #runBatch(range: IdRange, onTaken: (events: readonly StagedEvent[]) => void): Promise<void> {
    const { events: exceptEvents, clients } = this.hindrances;
    const wanted = { range, exceptEvents, exceptClients: [...clients, ...this.#locked] };
    const { taken, locked } = await this.db.transaction(async (sql) => {
      onTaken([]);
      const taken = await takeEvents(sql, wanted);
      onTaken(taken);
      return { taken, locked: await assignEvents(sql, taken) };
    });
    for (const client of locked) this.#locked.add(client);
    this.#total += taken.filter(({ client_id }) => !locked.has(client_id)).length;
  }

  /** Goes on in halves, until what fails is alone: an event, or where events cannot be read, a short time. */
  async #splitOrLeave(range: IdRange, taken: readonly StagedEvent[], failure: unknown): Promise<void> {
    this.#failures += 1;
    const [first] = taken;
    // The others would fail as well.
    if (isUnavailable(failure)) return this.#faults.throwAll();
    if (first === undefined && !(isServerFault(failure) && !needsPerson(failure)))
      return this.#faults.throwAll();
    if (this.#failures > MOST_FAILURES) {
      this.hindrances.leaveEverything();
      return this.#faults.throwAll();
    }
    if (first !== undefined && taken.length === 1) return this.hindrances.leaveEvent(first);
    const middle = taken[taken.length >> 1]?.id ?? middleOf(range);
    if (middle === undefined) return this.hindrances.leaveRange(range);
    await this.#runRange({ from: range.from, to: middle });
    await this.#runRange({ from: middle, to: range.to });
  }
}

/** An id about half way, by the time in ids; undefined if the range is short. */
function middleOf({ from, to }: IdRange): string | undefined {
  const [first, last] = [momentOf(from), momentOf(to)];
  return last - first <= SHORTEST_RANGE_MS ? undefined : firstIdAt((first + last) / 2);
}
