import type { Sql } from '../../shared/db/database.js';

/** Half of what a deadline leaves for settling: a smaller step makes no call overdue that may still be answered. */
const STEP_MS = 2_500;

/** By how much PostgreSQL's clock was ahead of the monotonic one, in milliseconds: between these two. */
interface Offset {
  least: number;
  most: number;
}

/**
 * Notices that PostgreSQL's clock was set, such as after a failover to a server whose clock is right where that of the
 * one before was behind: it is compared with the monotonic clock of this process, which nobody sets, from look to look.
 */
export class SetClock {
  #offset: Offset | undefined;
  #setAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly now: () => number) {}

  /** Looks at it, and says for how many milliseconds it has run evenly, as far as this process knows. */
  async evenForMs(sql: Sql): Promise<number> {
    const asked = this.now();
    const [row] = await sql.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    const answered = this.now();
    const read = row?.now.getTime() ?? Number.NaN;
    const offset = { least: read - answered, most: read - asked };
    if (this.#offset !== undefined && distance(this.#offset, offset) > STEP_MS) this.#setAt = answered;
    this.#offset = narrowed(this.#offset, offset);
    return answered - this.#setAt;
  }
}

/** What both allow, so that a slow look does not hide a step; where they exclude each other, the newer one. */
function narrowed(before: Offset | undefined, now: Offset): Offset {
  if (before === undefined || distance(before, now) > 0) return now;
  return { least: Math.max(before.least, now.least), most: Math.min(before.most, now.most) };
}

function distance(one: Offset, other: Offset): number {
  return Math.max(one.least - other.most, other.least - one.most, 0);
}
