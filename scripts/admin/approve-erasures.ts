import { settingsFrom } from '../../shared/config/environment.js';
import { readErasureGraceMs } from '../../shared/config/worker.js';
import {
  bothClocksReached,
  CLOCK_TOLERANCE_MS,
  clockDifferenceMs,
  clocksAgree,
} from '../../shared/db/clocks.js';
import type { Database } from '../../shared/db/database.js';
import { announceExpired, type ErasurePass } from '../../shared/erasure/announce-erasures.js';
import { CLIENT_FLAGS, CLIENT_USAGE, readClientFlags } from './client-flags.js';
import type { Command } from './command.js';
import { requireClient } from './subject-flags.js';
import { withDatabase } from './with-database.js';

export const approveErasures: Command = {
  usage: CLIENT_USAGE,
  summary:
    'announces the erasure of everything of a client whose retention has expired, even if it is too much for the workers to do so on their own',
  flags: CLIENT_FLAGS,
  run: async (flags) => {
    const { clientId, client, reason } = readClientFlags(flags);
    const graceMs = settingsFrom(process.env, readErasureGraceMs);
    const { announced, before } = await withDatabase(async (db) => {
      await requireClient(db, { clientId, client });
      await requireAgreement(db);
      const pass = { now: new Date(), graceMs };
      const from = await earliestDue(db, pass);
      await announceAll(db, clientId, pass, reason);
      return countAnnounced(db, clientId, from);
    });
    console.log(`${announced} verifications of ${client} will be erased in ${graceMs / 3_600_000} hours.`);
    if (before > 0) console.log(`${before} more were announced before, and will be erased sooner.`);
    console.log('Until then, call-back-erasures can cancel this.');
    return 0;
  },
};

async function announceAll(
  db: Database,
  clientId: string,
  { graceMs }: ErasurePass,
  reason: string,
): Promise<void> {
  let batch: number;
  do {
    const pass = { now: new Date(), graceMs };
    batch = await db.transaction((sql) => announceExpired(sql, clientId, pass, { actor: 'system', reason }));
  } while (batch > 0);
}

/** Nothing that is announced from now on is due earlier. */
async function earliestDue(db: Database, { now, graceMs }: ErasurePass): Promise<Date | undefined> {
  const [row] = await db.query<{ due: Date }>(
    `SELECT ${bothClocksReached('$1')} + $2 * interval '1 millisecond' AS due`,
    [now, graceMs],
  );
  return row?.due;
}

/**
 * How many are announced from then on, and before. Counted where they are stored: a batch whose commit was not answered
 * is announced, and a run that was broken off has announced a part, as workers do with what is not too much for them.
 */
async function countAnnounced(
  db: Database,
  clientId: string,
  from: Date | undefined,
): Promise<{ announced: number; before: number }> {
  const [row] = await db.query<{ announced: number; before: number }>(
    `SELECT count(*) FILTER (WHERE erasure_due_at >= $2)::int AS announced,
       count(*) FILTER (WHERE erasure_due_at < $2)::int AS before
     FROM verifications WHERE client_id = $1 AND erasure_due_at IS NOT NULL AND erased_at IS NULL`,
    [clientId, from],
  );
  return row ?? { announced: 0, before: 0 };
}

async function requireAgreement(db: Database): Promise<void> {
  const differenceMs = await clockDifferenceMs(db);
  if (clocksAgree(differenceMs)) return;
  const [seconds, tolerated] = [differenceMs, CLOCK_TOLERANCE_MS].map((one) => Math.round(one / 1_000));
  throw new Error(
    `The clock of PostgreSQL differs by ${seconds} s from the local one, and at most ${tolerated} s are tolerated: correct the wrong clock first.`,
  );
}
