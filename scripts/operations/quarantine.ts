import { ASSUMED_BY } from '../../shared/db/assumed-call.js';
import type { Database } from '../../shared/db/database.js';
import { newId } from '../../shared/domain/ids.js';
import { appendAudit } from '../../shared/evidence/append-audit.js';
import { assumeCalls, findUncalledChecks } from '../../shared/history/assume-calls.js';
import { findStartedCalls, giveUpStarted, HELD_BACK } from '../../shared/history/started-calls.js';

/**
 * Holds back every unsettled check, and returns how many: pending ones go to manual review, and those the database says
 * were never sent, including ones in review, get a call with an unknown outcome, which keeps them from being called
 * until the provider has confirmed that it does not charge. For use after restoring the database from a backup, which
 * may lack calls made since. Safe to run again, and while workers are running.
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
