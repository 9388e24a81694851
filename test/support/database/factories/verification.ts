import { subjectHash } from '../../../../shared/crypto/keyed-hash.js';
import { createDataKey } from '../../../../shared/crypto/seal.js';
import { BulkWrite } from '../../../../shared/db/bulk-write.js';
import type { Database, Sql } from '../../../../shared/db/database.js';
import { sealFor } from '../../../../shared/db/sealed-verification.js';
import { toPublicId } from '../../../../shared/domain/ids.js';
import { moveCredits } from '../../../../shared/domain/ledger.js';
import { maskSubject } from '../../../../shared/domain/mask.js';
import { lockWallets, walletOf } from '../../../../shared/ledger/lock-wallets.js';
import {
  type VerificationLine,
  writeLedgerAndEvents,
} from '../../../../shared/ledger/write-ledger-and-events.js';
import { PRICE_LIST } from '../../../../shared/services/price-list.js';
import { testKeys } from '../../processes/keys.js';
import { insertChecks } from './checks.js';
import { insertEvidence } from './evidence.js';
import { insertRow } from './insert-row.js';
import { planVerification, type VerificationOverrides, type VerificationPlan } from './verification-plan.js';

/** Everything that was inserted, in readable form. */
export interface BuiltVerification extends VerificationPlan {
  /** The id on the wire. */
  requestId: string;
}

/**
 * Inserts a verification in any state with everything that belongs to it: checks and their calls, consent evidence in
 * the client's chain, ledger lines, and the resulting wallet. Sealed and hashed with `testKeys`. The wallet must have
 * enough credits.
 */
export function buildVerification(
  db: Database,
  overrides: VerificationOverrides,
): Promise<BuiltVerification> {
  return db.transaction(async (sql) => {
    const plan = planVerification(overrides);
    const wallets = await lockWallets(sql, [plan.clientId]);
    const dataKey = createDataKey(testKeys.encryptionKeys, plan.id);
    await insertVerification(sql, plan, dataKey);
    await insertChecks(sql, plan, dataKey.key);
    await insertEvidence(sql, plan, dataKey.key);
    const write = new BulkWrite();
    writeLedgerAndEvents(write, ledgerOf(plan, wallets), wallets);
    await write.run(sql);
    return { ...plan, requestId: toPublicId('verification', plan.id) };
  });
}

function ledgerOf(
  { id, clientId, credits, status, outcome }: VerificationPlan,
  wallets: Awaited<ReturnType<typeof lockWallets>>,
): VerificationLine[] {
  const wallet = walletOf(wallets, clientId);
  const lines = [moveCredits(wallet, 'reserve', credits)];
  if (status === 'completed') {
    const released = outcome === 'rejected' || outcome === 'closed';
    lines.push(moveCredits(wallet, released ? 'release' : 'charge', credits));
  }
  return lines.map((line) => ({ line, verificationId: id }));
}

async function insertVerification(
  sql: Sql,
  plan: VerificationPlan,
  dataKey: ReturnType<typeof createDataKey>,
): Promise<void> {
  const charged = plan.status === 'completed' && plan.outcome !== 'rejected' && plan.outcome !== 'closed';
  const row = {
    id: plan.id,
    client_id: plan.clientId,
    idempotency_key: plan.idempotencyKey,
    fingerprint: Buffer.from(plan.id),
    service_code: plan.serviceCode,
    subject_type: plan.subjectType,
    subject_masked: maskSubject(plan.subject),
    subject_hash: subjectHash(testKeys.indexKey, plan.clientId, plan.subject),
    data_key: dataKey.sealed,
    subject_sealed: sealFor(dataKey.key, 'subject_sealed', plan.id, plan.subject),
    parameters_sealed: sealFor(dataKey.key, 'parameters_sealed', plan.id, JSON.stringify(plan.parameters)),
    purpose: plan.purpose,
    price_release: PRICE_LIST.release,
    credits: plan.credits,
    credits_reserved: plan.status === 'completed' ? 0 : plan.credits,
    credits_charged: charged ? plan.credits : 0,
    status: plan.status,
    outcome: plan.outcome,
    label: plan.label,
    review_reason: plan.reviewReason,
    correlation_id: plan.correlationId,
    version: plan.version,
    created_at: plan.createdAt,
    completed_at: plan.completedAt,
  };
  await insertRow(sql, 'verifications', row);
}
