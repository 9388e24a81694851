import { bothClocksReached, neitherClockReached } from '../../shared/db/clocks.js';
import type { Sql } from '../../shared/db/database.js';
import type { Settlement } from '../../shared/settlement/settlement.js';
import { SetClock } from './set-clock.js';
import { BATCH } from './settle-and-publish.js';

/** The longest call that can be configured (PROVIDER_TIMEOUT_MS), plus the time to settle it. */
export const MAX_CALL_MINUTES = 6;
const MAX_CALL_MS = MAX_CALL_MINUTES * 60_000;

/**
 * Knows for how long one process has found calls overdue by one clock alone, or by one that was set. While the clocks
 * differ, that is the only sign that the worker of a call is gone; it is measured by the monotonic clock, which nobody
 * sets.
 */
export class OverdueCalls {
  #foundAt = new Map<string, number>();
  readonly #setClock: SetClock;

  constructor(private readonly now = () => performance.now()) {
    this.#setClock = new SetClock(now);
  }

  /**
   * Whether PostgreSQL's clock was set while calls were under way: it may have stamped their deadlines by another time.
   */
  async areDeadlinesDoubtful(sql: Sql): Promise<boolean> {
    return (await this.#setClock.evenForMs(sql)) <= MAX_CALL_MS;
  }

  /** Takes all that are overdue now, and returns those that have been for longer than any call lasts. */
  findLost(ids: readonly string[]): ReadonlySet<string> {
    const now = this.now();
    const found = ids.map((id) => ({ id, at: this.#foundAt.get(id) ?? now }));
    this.#foundAt = new Map(found.map(({ id, at }) => [id, at]));
    return new Set(found.filter(({ at }) => now - at > MAX_CALL_MS).map(({ id }) => id));
  }
}

interface OverdueCall {
  check_id: string;
  verification_id: string;
  client_id: string;
  call_id: string;
}

interface Which {
  now?: Date;
  /** Clients whose calls are passed over. */
  except?: ReadonlySet<string>;
}

const STARTED_CALLS = `
  SELECT c.id AS check_id, c.verification_id, c.client_id, p.id AS call_id
  FROM provider_calls p JOIN checks c ON c.id = p.check_id WHERE p.state = 'started'`;

/**
 * Finds calls past their deadline by both clocks, or by one for longer than any call lasts: the worker died or lost the
 * database between marker and settlement. Both clocks count as one while PostgreSQL's has just been set. At most a
 * batch of them; those whose deadlines are doubtful are all read, or a long backlog would have them forgotten in
 * between.
 */
export async function findLostCalls(
  sql: Sql,
  overdue = new OverdueCalls(),
  { now = new Date(), except = new Set() }: Which = {},
): Promise<Settlement[]> {
  const byBoth = await sql.query<OverdueCall>(
    `${STARTED_CALLS} AND p.deadline_at < ${bothClocksReached('$1')} AND c.client_id <> ALL ($2::uuid[])
     ORDER BY p.deadline_at LIMIT ${BATCH}`,
    [now, [...except]],
  );
  const byOne = await sql.query<OverdueCall>(
    `${STARTED_CALLS} AND p.deadline_at < ${neitherClockReached('$1')}
     AND p.deadline_at >= ${bothClocksReached('$1')}`,
    [now],
  );
  // After they were found, so that a clock that is set in between is noticed.
  const areDoubtful = await overdue.areDeadlinesDoubtful(sql);
  const doubtful = areDoubtful
    ? await sql.query<OverdueCall>(`${STARTED_CALLS} AND p.deadline_at < ${neitherClockReached('$1')}`, [now])
    : byOne;
  const lost = overdue.findLost(doubtful.map(({ call_id }) => call_id));
  const lostAnyway = doubtful.filter(({ call_id, client_id }) => lost.has(call_id) && !except.has(client_id));
  return [...(areDoubtful ? [] : byBoth), ...lostAnyway].slice(0, BATCH).map(lostCall);
}

function lostCall(row: OverdueCall): Settlement {
  return {
    clientId: row.client_id,
    verificationId: row.verification_id,
    checkId: row.check_id,
    call: {
      id: row.call_id,
      state: 'uncertain',
      httpStatus: null,
      reason: 'lost',
      answerSealed: null,
    },
    result: { status: 'manual_review', reviewReason: 'no_answer' },
  };
}
