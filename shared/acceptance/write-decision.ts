import { BulkWrite } from '../db/bulk-write.js';
import type { Transaction } from '../db/database.js';
import type { Spending } from '../domain/spending.js';
import type { LockedWallets } from '../ledger/lock-wallets.js';
import { writeLedgerAndEvents } from '../ledger/write-ledger-and-events.js';
import { stageLimitMails } from '../spending/stage-limit-mails.js';
import { writeSpending } from '../spending/write-spending.js';
import type { Decision } from './decide-acceptances.js';
import { type ChainEnd, writeEvidence, writeVerifications } from './write-acceptances.js';

/** What a decision changes, read under the locks. */
export interface DecisionState {
  spending: Spending;
  wallets: LockedWallets;
  chainEnds: Map<string, ChainEnd>;
}

/** Writes what was accepted; a refusal alone writes nothing except that the client was notified of its limit. */
export async function writeDecision(
  sql: Transaction,
  decision: Decision,
  { spending, wallets, chainEnds }: DecisionState,
): Promise<void> {
  const alerts = spending.alerts();
  if (decision.accepted.length === 0 && alerts.length === 0) return;
  await writeSpending(sql, spending.touched());
  await stageLimitMails(sql, alerts);
  const write = new BulkWrite();
  writeVerifications(write, decision, wallets.now);
  writeEvidence(write, decision, wallets.now, chainEnds);
  const lines = decision.accepted.map(({ submission, line }) => ({
    line,
    verificationId: submission.verificationId,
  }));
  writeLedgerAndEvents(write, lines, wallets, { alerts });
  await write.finish(sql);
}
