import { tryLock } from '../shared/db/advisory-locks.js';
import type { Database, Sql, Transaction } from '../shared/db/database.js';
import { isLockTimeout } from '../shared/db/sqlstate.js';
import { durationBucketSql } from '../shared/domain/duration-buckets.js';
import { OUTCOMES } from '../shared/domain/outcome.js';
import type { Logger } from '../shared/logger.js';
import { repeatUntilStopped } from '../shared/repeat.js';
import { logPassErrors, PassErrors } from './pass-errors.js';

/** Figures lag behind the ledger by about this much. */
const PAUSE_MS = 5_000;
/** Clients per transaction, and ledger entries per client: small enough that the locks hold nobody up. */
const CLIENTS = 50;
const ENTRIES = 1_000;

/** Keeps adding up what clients requested, spent and found until stopped; a failed pass is retried. */
export function startAddingUpFigures({ db, logger }: { db: Database; logger: Logger }): {
  stop(): Promise<void>;
} {
  return repeatUntilStopped({
    run: (stopping) => addUpFigures(db, stopping),
    pauseMs: PAUSE_MS,
    onError: logPassErrors(logger, 'the daily figures could not be added up'),
  });
}

/**
 * Adds new ledger entries to the daily figures and returns how many clients' turns were taken. The ledger has
 * no gaps and never changes, and the position read so far is committed with the sums, so each entry counts
 * exactly once whatever crashes. Several workers may run this at once, each on different clients. A client whose
 * figures cannot be added up keeps nobody else's from it; rejects afterwards.
 */
export async function addUpFigures(db: Database, stopping = () => false): Promise<number> {
  const passErrors = new PassErrors();
  await passErrors.attempt(() => addPositions(db));
  const failed: string[] = [];
  let total = 0;
  let clients = CLIENTS;
  while (!stopping()) {
    let turns: readonly Turn[] = [];
    let failure: unknown;
    const isDone = await passErrors.attempt(() =>
      db
        .transaction(async (sql) => {
          turns = await takeTurns(sql, clients, failed);
          await addUp(sql, turns);
        })
        .catch((error: unknown) => {
          failure = error;
          throw error;
        }),
    );
    if (turns.length === 0) break;
    if (isDone) total += turns.length;
    else if (isLockTimeout(failure) && (await passErrors.attemptOr(() => areTotalsHeld(db), true))) break;
    // One of them failed: from here on each is alone.
    else if (turns.length > 1) clients = 1;
    else failed.push(...turns.map(({ client_id }) => client_id));
  }
  passErrors.throwAll();
  return total;
}

/**
 * Whether somebody keeps the totals from everybody: each client alone would wait for as long, and nobody would be told.
 */
function areTotalsHeld(db: Database): Promise<boolean> {
  return db.transaction(async (sql) => !(await tryLock(sql, 'figureTotals')));
}

async function addPositions(db: Database): Promise<void> {
  await db.statement(
    `INSERT INTO figure_positions (client_id)
     SELECT w.client_id FROM wallets w LEFT JOIN figure_positions p USING (client_id)
     WHERE p.client_id IS NULL AND w.last_entry_no > 0 ORDER BY w.client_id ON CONFLICT DO NOTHING`,
  );
}

interface Turn {
  client_id: string;
  start: number;
  stop: number;
}

function takeTurns(sql: Sql, clients: number, except: readonly string[]): Promise<Turn[]> {
  return sql.query<Turn>(
    `SELECT p.client_id, p.entry_no AS start, least(w.last_entry_no, p.entry_no + ${ENTRIES}) AS stop
     FROM figure_positions p JOIN wallets w USING (client_id)
     WHERE p.entry_no < w.last_entry_no AND p.client_id <> ALL ($2::uuid[])
     ORDER BY p.client_id LIMIT $1 FOR UPDATE OF p SKIP LOCKED`,
    [clients, except],
  );
}

async function addUp(sql: Transaction, turns: readonly Turn[]): Promise<void> {
  if (turns.length === 0) return;
  // The triggers of the totals end with a lock that all workers share, which a commit of its own round trip would
  // prolong.
  await sql.finish(ADD_UP, [
    turns.map(({ client_id }) => client_id),
    turns.map(({ start }) => start),
    turns.map(({ stop }) => stop),
  ]);
}

const SUMS = ['submitted', 'completed', 'credits', 'reviewed', ...OUTCOMES] as const;

/** The entries counted as results: an entry that settles has `kind` `charge` or `release`. */
const SETTLED = `kind IN ('charge', 'release')`;

// Read while holding the lock on the positions, so nobody else has counted these entries.
const ADD_UP = `
  WITH turns AS (
    SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[]) AS t (client_id, start, stop)
  ), entries AS (
    SELECT e.client_id, (e.created_at AT TIME ZONE 'UTC')::date AS day, v.service_code, e.kind, e.amount, v.outcome,
      v.review_reason, extract(epoch FROM v.completed_at - v.created_at) * 1000 AS took_ms
    FROM turns t
    JOIN wallet_entries e ON e.client_id = t.client_id AND e.entry_no > t.start AND e.entry_no <= t.stop
    JOIN verifications v ON v.id = e.verification_id
  ), figures AS (
    INSERT INTO daily_figures (client_id, day, service_code, ${SUMS.join(', ')})
    SELECT client_id, day, service_code, count(*) FILTER (WHERE kind = 'reserve'), count(*) FILTER (WHERE ${SETTLED}),
      coalesce(sum(amount) FILTER (WHERE kind = 'charge'), 0),
      count(*) FILTER (WHERE ${SETTLED} AND review_reason IS NOT NULL),
      ${OUTCOMES.map((outcome) => `count(*) FILTER (WHERE ${SETTLED} AND outcome = '${outcome}')`).join(', ')}
    FROM entries GROUP BY client_id, day, service_code
    ON CONFLICT (client_id, day, service_code) DO UPDATE SET
      ${SUMS.map((name) => `${name} = daily_figures.${name} + excluded.${name}`).join(', ')}
  ), turnarounds AS (
    INSERT INTO daily_turnarounds (client_id, day, service_code, took_class, completed)
    SELECT client_id, day, service_code, ${durationBucketSql('took_ms')}, count(*) FROM entries
    WHERE ${SETTLED} AND outcome <> 'closed' GROUP BY 1, 2, 3, 4
    ON CONFLICT (client_id, day, service_code, took_class) DO UPDATE SET
      completed = daily_turnarounds.completed + excluded.completed
  )
  UPDATE figure_positions p SET entry_no = t.stop FROM turns t WHERE p.client_id = t.client_id`;
