import { ASSUMED_BY } from '../../shared/db/assumed-call.js';
import type { Database } from '../../shared/db/database.js';
import { newId } from '../../shared/domain/ids.js';
import { appendAudit } from '../../shared/evidence/append-audit.js';
import { assumeCalls, findUncalledChecks } from '../../shared/history/assume-calls.js';
import { findStartedCalls, giveUpStarted, HELD_BACK } from '../../shared/history/started-calls.js';

/**
 * Holds back every check that is not settled, and returns how many: what is pending goes into manual review, and what
 * the database says was never sent, in review too, gets a call of unknown outcome, which keeps it from being called
 * again until the provider has said that nothing is charged. For use after the database was restored from a backup,
 * which may have lost calls that were made since. Safe to run again, and beside running workers.
 */
export async function quarantine(db: Database): Promise<number> {
  await db.transaction((sql) =>
    appendAudit(sql, { actor: 'system', action: 'reviews.quarantine_started', target: 'verifications' }),
  );
  let total = 0;
  for (;;) {
    const uncalled = await findUncalledChecks(db);
    await assumeCalls(
      db,
      uncalled.map((check) => ({ ...check, callId: newId() })),
      { worker: ASSUMED_BY, reason: HELD_BACK },
    );
    const started = await findStartedCalls(db);
    await giveUpStarted(db, started);
    total += uncalled.length + started.length;
    if (uncalled.length === 0 && started.length === 0) return total;
  }
}
