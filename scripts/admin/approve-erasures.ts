import { EnvironmentReader } from '../../shared/config/environment.js';
import { readErasureGraceMs } from '../../shared/config/worker.js';
import { CLOCK_TOLERANCE_MS, clockDifferenceMs, clocksAgree } from '../../shared/db/clocks.js';
import type { Database } from '../../shared/db/database.js';
import { announceExpired } from '../../shared/erasure/announce-erasures.js';
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
    const reader = new EnvironmentReader(process.env);
    const graceMs = readErasureGraceMs(reader);
    reader.finish();
    const { announced, before } = await withDatabase(async (db) => {
      await requireClient(db, { clientId, client });
      await requireAgreement(db);
      const before = await countAnnounced(db, clientId);
      let announced = 0;
      for (;;) {
        const pass = { now: new Date(), graceMs };
        const batch = await db.transaction((sql) =>
          announceExpired(sql, clientId, pass, { actor: 'system', reason }),
        );
        if (batch === 0) return { announced, before };
        announced += batch;
      }
    });
    console.log(`${announced} verifications of ${client} will be erased in ${graceMs / 3_600_000} hours.`);
    if (before > 0) console.log(`${before} more were announced before, and will be erased sooner.`);
    console.log('Until then, call-back-erasures can cancel this.');
    return 0;
  },
};

/** A run that was broken off has announced a part, and the workers announce what is not too much for them. */
async function countAnnounced(db: Database, clientId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM verifications
     WHERE client_id = $1 AND erasure_due_at IS NOT NULL AND erased_at IS NULL`,
    [clientId],
  );
  return row?.count ?? 0;
}

async function requireAgreement(db: Database): Promise<void> {
  const differenceMs = await clockDifferenceMs(db);
  if (clocksAgree(differenceMs)) return;
  const [seconds, tolerated] = [differenceMs, CLOCK_TOLERANCE_MS].map((one) => Math.round(one / 1_000));
  throw new Error(
    `The clock of PostgreSQL differs by ${seconds} s from the local one, and at most ${tolerated} s are tolerated: correct the wrong clock first.`,
  );
}
