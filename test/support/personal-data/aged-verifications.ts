import { ensureTestSide, topUpTestWallet } from '../../../api/test-mode/ensure-test-side.js';
import type { Database } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
import type { Mode } from '../../../shared/domain/mode.js';
import { settleChecks } from '../../../shared/settlement/settle-checks.js';
import { markDispatched } from '../../../worker/checks/mark-dispatched.js';
import { checkIdOf, settlementOf } from '../checks/settlements.js';
import { acceptAll } from '../checks/submissions.js';
import { buildClient } from '../database/factories.js';
import { LONG_AGO } from './personal-data.js';

/** Backdates everything the client has completed. */
export async function ageCompleted(db: Database, clientId: string): Promise<void> {
  await db.query(`UPDATE verifications SET completed_at = $2 WHERE client_id = $1 AND status = 'completed'`, [
    clientId,
    LONG_AGO,
  ]);
}

/**
 * Creates a client with a retention of 30 days and this many verifications older than that, on its live or test side;
 * returns the id of that side.
 */
export async function buildAged(db: Database, count: number, mode: Mode = 'live'): Promise<string> {
  const { id } = await buildClient(db, { retentionDays: 30, balance: 1_000_000 });
  const clientId = mode === 'live' ? id : await buildTestSide(db, id);
  const submissions = await acceptAll(
    db,
    Array.from({ length: count }, () => ({ clientId })),
  );
  const dispatches = submissions.map((submission) => ({
    checkId: checkIdOf(submission),
    callId: newId(),
    provider: mode === 'live' ? ('upstream' as const) : ('simulator' as const),
  }));
  await markDispatched(db, dispatches, { worker: 'test', deadlineMs: 60_000 });
  await settleChecks(
    db,
    submissions.map((submission, index) =>
      settlementOf(submission, dispatches[index]?.callId ?? '', 'positive'),
    ),
  );
  await ageCompleted(db, clientId);
  return clientId;
}

/** Creates the test side of a client, with credits, and returns its id. */
export function buildTestSide(db: Database, liveClientId: string): Promise<string> {
  return db.transaction(async (sql) => {
    const id = await ensureTestSide(sql, liveClientId);
    await topUpTestWallet(sql, id, 1_000_000, 'Enough');
    return id;
  });
}

/** The client's erased verifications. */
export async function erasedIds(db: Database, clientId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'SELECT id FROM verifications WHERE client_id = $1 AND erased_at IS NOT NULL ORDER BY id',
    [clientId],
  );
  return rows.map(({ id }) => id);
}
