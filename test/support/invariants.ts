import { expect } from 'chai';
import type { Sql } from '../../shared/db/database.js';
import { verifyAuditChain } from '../../shared/evidence/verify-audit-chain.js';
import { verifyConsentChains } from '../../shared/evidence/verify-consent-chains.js';
import { findLedgerFaults } from '../../shared/ledger/find-ledger-faults.js';

/** Each query finds rows that must not exist; its name says what they would mean. */
const VIOLATIONS: Readonly<Record<string, string>> = {
  'a check had two calls that may have been received': `
    SELECT check_id FROM provider_calls WHERE state NOT IN ('not_sent', 'refused_for_now', 'written_off')
    GROUP BY check_id HAVING count(*) > 1`,
  'a call was written off without a decision of support to send its check back': `
    SELECT p.id FROM provider_calls p JOIN checks c ON c.id = p.check_id
    WHERE p.state = 'written_off' AND NOT EXISTS (
      SELECT FROM review_notes n WHERE n.verification_id = c.verification_id AND n.kind = 'requeue')`,
  'a completed check has no answered or refused call, and no person completed it': `
    SELECT c.id FROM checks c WHERE c.status = 'completed' AND NOT EXISTS (
      SELECT 1 FROM provider_calls p WHERE p.check_id = c.id AND p.state IN ('answered', 'refused'))
      AND NOT EXISTS (
        SELECT 1 FROM review_notes n WHERE n.verification_id = c.verification_id AND n.kind = 'complete')`,
  'a decision of support is not in the audit log': `
    SELECT n.id FROM review_notes n WHERE NOT EXISTS (
      SELECT FROM audit_log a WHERE a.action LIKE 'review.%' AND a.details->>'note_id' = n.id::text)`,
  'a verification is settled while one of its checks is open, or the other way round': `
    SELECT v.id FROM verifications v JOIN checks c ON c.verification_id = v.id
    GROUP BY v.id HAVING (v.status = 'pending') <> bool_or(c.status = 'pending')`,
};

/** Fails when the ledger, the states, the calls or the evidence chains of the database contradict each other. */
export async function expectInvariants(db: Sql): Promise<void> {
  expect(await findLedgerFaults(db), 'the ledger does not hold').to.deep.equal([]);
  for (const [meaning, query] of Object.entries(VIOLATIONS)) {
    expect(await db.query(query), meaning).to.deep.equal([]);
  }
  expect((await verifyConsentChains(db)).broken, 'a consent chain is broken').to.deep.equal([]);
  expect((await verifyAuditChain(db)).broken, 'the audit log is broken').to.equal(undefined);
}
