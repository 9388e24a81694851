import type { Submission } from '../../../shared/acceptance/submission.js';
import type { Database } from '../../../shared/db/database.js';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import type { NewNote } from '../../../shared/reviews/review-case.js';
import { settleChecks } from '../../../shared/settlement/settle-checks.js';
import { dispatch, givingUp, losing, type News, settlementOf } from './settlements.js';

/** The first result of one part of a verification: `lost` has a call without an answer. */
export type PartNews = News | 'lost' | 'never_sent';

/** Settles every part of an accepted verification; returns the calls by position, null for parts without one. */
export async function settleParts(
  db: Database,
  submission: Submission,
  news: readonly PartNews[],
): Promise<(string | null)[]> {
  const calls: (string | null)[] = [];
  for (const [position, part] of news.entries()) {
    if (part === 'never_sent') {
      await settleChecks(db, [givingUp(submission, position)]);
      calls.push(null);
      continue;
    }
    const call = await dispatch(db, submission, { position });
    calls.push(call);
    await settleChecks(db, [
      part === 'lost' ? losing(submission, call, position) : settlementOf(submission, call, part, position),
    ]);
  }
  return calls;
}

/** A note as created from a reviewer's request. */
export function buildNote(): NewNote {
  return { id: newId(), sealed: Buffer.from('sealed note') };
}

/** The audit log entries about a verification, oldest first. */
export function readAudit(
  db: Database,
  verificationId: string,
): Promise<{ actor: string; action: string; details: Record<string, unknown> }[]> {
  return db.query('SELECT actor, action, details FROM audit_log WHERE target = $1 ORDER BY entry_no', [
    toPublicId('verification', verificationId),
  ]);
}
