import type { Database } from '../shared/db/database.js';
import { DEAD_AFTER_SECONDS } from '../shared/db/worker-life.js';
import type { Logger } from '../shared/logger.js';
import { repeatUntilStopped } from '../shared/repeat.js';
import { withinTime } from '../shared/within-time.js';
import { type Moment, momentNow, msBetween } from './moment.js';

const BEAT_EVERY_MS = 2_000;
/** Other workers count this one as dead after DEAD_AFTER_SECONDS; it does so itself well before that. */
const SILENT_AFTER_MS = (DEAD_AFTER_SECONDS - 15) * 1_000;
/** PostgreSQL took no writes for a while if a beat arrives so long after the one before; or it is slow, if all do. */
const LATE_AFTER_MS = 3 * BEAT_EVERY_MS;
/** The pause between two beats, and the eight seconds after which a statement fails: no beat is merely that slow. */
const MISSING_AFTER_MS = 11_000;
/** A process that ends does not wait for an unavailable database: its silence then marks it as dead. */
const END_WITHIN_MS = 1_000;

/**
 * Tells PostgreSQL that this worker is alive, so that a call it has claimed is not written off while it works on it,
 * and knows when this worker may count as dead.
 */
export class Heartbeat {
  #life = 0;
  readonly #createdAt: Moment;
  #lastBeat: Moment | undefined;
  /** When the first of the beats arrived that have come without interruption, and the last. */
  #regularSince: Moment | undefined;
  #lastArrival: Moment | undefined;
  #wasLate = false;
  #beats: { stop(): Promise<void> } | undefined;

  constructor(
    private readonly options: {
      db: Pick<Database, 'statement'>;
      /** Identifies this process and no other. */
      worker: string;
      logger: Logger;
      /** Replaced in tests. */
      now?: () => Moment;
    },
  ) {
    this.#createdAt = this.#now();
  }

  start(): void {
    this.#beats = repeatUntilStopped({
      run: () => this.beat(),
      pauseMs: BEAT_EVERY_MS,
      onError: (error) => this.options.logger.warn({ err: error }, 'heartbeat failed'),
    });
  }

  /**
   * Records that the worker is alive. Time counts from before the statement was sent, because it may have been delayed.
   */
  async beat(): Promise<void> {
    const begun = this.#now();
    const beat = this.options.db.statement(
      `INSERT INTO workers (id) VALUES ($1)
       ON CONFLICT (id) DO UPDATE SET beat_at = now(), ended_at = NULL RETURNING id`,
      [this.options.worker],
    );
    await beat.catch((error: unknown) => {
      this.#regularSince = undefined;
      throw error;
    });
    if (this.#lastBeat === undefined || msBetween(this.#lastBeat, begun) > SILENT_AFTER_MS) this.#life += 1;
    this.#lastBeat = begun;
    this.#arrived(this.#now());
  }

  #arrived(now: Moment): void {
    // After a failed one, too.
    const isFirst = this.#regularSince === undefined;
    const sinceLast = isFirst ? 0 : msBetween(this.#lastArrival ?? now, now);
    const isLate = sinceLast > LATE_AFTER_MS;
    if (isFirst || sinceLast > MISSING_AFTER_MS || (isLate && !this.#wasLate)) this.#regularSince = now;
    this.#lastArrival = now;
    this.#wasLate = isLate;
  }

  /**
   * A number that stays the same while beats continue without a long interruption, undefined during one. What was
   * claimed in one life must not be sent in another: the worker may have counted as dead in between.
   */
  life(): number | undefined {
    return this.#lastBeat === undefined || this.isSilent() ? undefined : this.#life;
  }

  /** Whether PostgreSQL has not recorded a beat for so long that this worker may count as dead, and claims nothing. */
  isSilent(): boolean {
    return this.ageMs() > SILENT_AFTER_MS;
  }

  /** Milliseconds since the last beat that PostgreSQL has recorded was sent; before the first, since the start. */
  ageMs(): number {
    return msBetween(this.#lastBeat ?? this.#createdAt, this.#now());
  }

  /** For how long PostgreSQL has taken this worker's writes without interruption, in milliseconds; 0 during one. */
  writableForMs(): number {
    const now = this.#now();
    if (this.#regularSince === undefined || this.#lastArrival === undefined) return 0;
    return msBetween(this.#lastArrival, now) > LATE_AFTER_MS ? 0 : msBetween(this.#regularSince, now);
  }

  /** Stops beating and records that the worker has ended; call it once it will send nothing more. */
  async stop(): Promise<void> {
    await this.#beats?.stop();
    const { db, worker, logger } = this.options;
    const ended = db.statement('UPDATE workers SET ended_at = now() WHERE id = $1 RETURNING id', [worker]);
    await withinTime(ended, END_WITHIN_MS).catch((error: unknown) => {
      logger.warn({ err: error }, 'the end of this worker could not be recorded');
    });
  }

  #now(): Moment {
    return (this.options.now ?? momentNow)();
  }
}
