import type { Database } from '../shared/db/database.js';
import { DEAD_AFTER_SECONDS } from '../shared/db/worker-life.js';
import type { Logger } from '../shared/logger.js';
import { repeatUntilStopped } from '../shared/repeat.js';
import { withinTime } from '../shared/within-time.js';
import { type Moment, momentNow, msBetween } from './moment.js';

const BEAT_EVERY_MS = 2_000;
/** Others count this worker as dead after DEAD_AFTER_SECONDS; it does so itself a good while before. */
const SILENT_AFTER_MS = (DEAD_AFTER_SECONDS - 15) * 1_000;
/** A process that ends does not wait for a database that is away: it then counts as dead by its silence. */
const END_WITHIN_MS = 1_000;

/**
 * Tells PostgreSQL that this worker lives, so that a call which it had claimed is not written off under its hands, and
 * knows when it may count as dead.
 */
export class Heartbeat {
  #life = 0;
  #lastBeat: Moment | undefined;
  #beats: { stop(): Promise<void> } | undefined;

  constructor(
    private readonly options: {
      db: Pick<Database, 'statement'>;
      /** Names this process and no other. */
      worker: string;
      logger: Logger;
      /** Another clock in tests. */
      now?: () => Moment;
    },
  ) {}

  start(): void {
    this.#beats = repeatUntilStopped({
      run: () => this.beat(),
      pauseMs: BEAT_EVERY_MS,
      onError: (error) => this.options.logger.warn({ err: error }, 'heartbeat failed'),
    });
  }

  /** Says that the worker lives. The time counts from before it was said, because it may have been held up on its way. */
  async beat(): Promise<void> {
    const begun = this.#now();
    await this.options.db.statement(
      `INSERT INTO workers (id) VALUES ($1)
       ON CONFLICT (id) DO UPDATE SET beat_at = now(), ended_at = NULL RETURNING id`,
      [this.options.worker],
    );
    if (this.#lastBeat === undefined || msBetween(this.#lastBeat, begun) > SILENT_AFTER_MS) this.#life += 1;
    this.#lastBeat = begun;
  }

  /**
   * A number that stays the same while beats go on without a long interruption, and undefined during one. What was
   * claimed in one life must not be sent in another: the worker may have counted as dead in between.
   */
  life(): number | undefined {
    if (this.#lastBeat === undefined || msBetween(this.#lastBeat, this.#now()) > SILENT_AFTER_MS)
      return undefined;
    return this.#life;
  }

  /** Beats no more, and says that the worker has ended: to be called when it will send nothing any more. */
  async stop(): Promise<void> {
    await this.#beats?.stop();
    const { db, worker, logger } = this.options;
    const ended = db.statement('UPDATE workers SET ended_at = now() WHERE id = $1 RETURNING id', [worker]);
    await withinTime(ended, END_WITHIN_MS).catch((error: unknown) => {
      logger.warn({ err: error }, 'the end of the worker could not be said');
    });
  }

  #now(): Moment {
    return (this.options.now ?? momentNow)();
  }
}
