import { WRONG_TOTALS } from '../scripts/admin/doctor/wrong-totals.js';
import { findLedgerFaults } from '../scripts/verify/find-ledger-faults.js';
import { verifyAuditChain } from '../scripts/verify/verify-audit-chain.js';
import { verifyConsentChains } from '../scripts/verify/verify-consent-chains.js';
import type { Sql } from '../shared/db/database.js';
import { isLive } from '../shared/db/of-mode.js';

/** What is wrong, with the rows or findings that show it. */
export interface Contradiction {
  meaning: string;
  found: readonly unknown[];
}

/** Each query finds rows that must not exist; its name says what they would mean. */
const VIOLATIONS: Readonly<Record<string, string>> = {
  'a check had two calls that may have been received': `
    SELECT check_id FROM provider_calls WHERE state NOT IN ('not_sent', 'refused_for_now', 'written_off')
    GROUP BY check_id HAVING count(*) > 1`,
  'a call was written off without a decision of support to send its check back': `
    SELECT p.id FROM provider_calls p JOIN checks c ON c.id = p.check_id
    WHERE p.state = 'written_off'
      -- One that the database had lost is written down as such when its answer comes, all at one time.
      AND p.answered_late_at IS DISTINCT FROM p.started_at AND NOT EXISTS (
      SELECT FROM review_notes n WHERE n.verification_id = c.verification_id AND n.kind = 'requeue')`,
  'a completed check has no answered or refused call, and no person completed it': `
    SELECT c.id FROM checks c WHERE c.status = 'completed' AND NOT EXISTS (
      SELECT 1 FROM provider_calls p WHERE p.check_id = c.id AND p.state IN ('answered', 'refused'))
      AND NOT EXISTS (
        SELECT 1 FROM review_notes n WHERE n.verification_id = c.verification_id AND n.kind = 'complete')`,
  'a decision of support is not in the audit log': `
    SELECT n.id FROM review_notes n JOIN verifications v ON v.id = n.verification_id
    WHERE ${isLive('v.client_id')} AND NOT EXISTS (
      SELECT FROM audit_log a WHERE a.action LIKE 'review.%' AND a.details->>'note_id' = n.id::text)`,
  'a verification is settled while one of its checks is open, or the other way round': `
    SELECT v.id FROM verifications v JOIN checks c ON c.verification_id = v.id
    GROUP BY v.id HAVING (v.status = 'pending') <> bool_or(c.status = 'pending')`,
  'the feed of a client has a gap, or does not end with its newest event': `
    SELECT w.client_id FROM wallets w JOIN webhook_events e ON e.client_id = w.client_id
    GROUP BY w.client_id HAVING max(e.event_no) <> w.last_event_no
      OR count(e.event_no) <> max(e.event_no) - min(e.event_no) + 1`,
  'an erased verification has something personal left': `
    SELECT v.id FROM verifications v JOIN checks c ON c.verification_id = v.id
    LEFT JOIN provider_calls p ON p.check_id = c.id LEFT JOIN late_findings f ON f.call_id = p.id
    WHERE v.erased_at IS NOT NULL AND (f.call_id IS NOT NULL OR p.state = 'started'
      OR num_nonnulls(c.details_sealed, c.reference_sealed, c.photo_sealed, p.answer_sealed) > 0)`,
  ...WRONG_TOTALS,
};

/** Finds where ledger, states, calls or evidence chains of the database contradict each other. */
export async function findContradictions(db: Sql): Promise<Contradiction[]> {
  const all: Contradiction[] = [{ meaning: 'the ledger does not hold', found: await findLedgerFaults(db) }];
  for (const [meaning, query] of Object.entries(VIOLATIONS)) {
    all.push({ meaning, found: await db.query(query) });
  }
  all.push({ meaning: 'a consent chain is broken', found: (await verifyConsentChains(db)).broken });
  const { broken } = await verifyAuditChain(db);
  all.push({ meaning: 'the audit log is broken', found: broken === undefined ? [] : [broken] });
  return all.filter(({ found }) => found.length > 0);
}
