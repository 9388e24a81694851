import type { DataSource, EntityManager } from 'typeorm';
import type { Submission } from '../../shared/acceptance/submission.js';
import { CHAIN_START } from '../../shared/crypto/keyed-hash.js';
import { Check, ConsentEvidence, Verification, Wallet, WalletEntry } from '../../shared/db/entities/index.js';
import { newId } from '../../shared/domain/ids.js';
import { availableCredits, type LedgerLine, moveCredits } from '../../shared/domain/ledger.js';
import { consentHash } from '../../shared/evidence/consent-record.js';

export type Accepted = { kind: 'accepted' | 'replay'; id: string } | { kind: 'insufficient_credits' };

/** Accepts one submission in one transaction, under the lock of its wallet. */
export function accept(dataSource: DataSource, submission: Submission): Promise<Accepted> {
  return dataSource.transaction(async (manager) => {
    const { clientId, credits } = submission;
    const wallet = await manager.findOneOrFail(Wallet, {
      where: { clientId },
      lock: { mode: 'pessimistic_write' },
    });
    const holder = await manager.findOneBy(Verification, {
      clientId,
      idempotencyKey: submission.idempotencyKey,
    });
    if (holder !== null) return { kind: 'replay', id: holder.id };
    if (availableCredits(wallet) < credits) return { kind: 'insufficient_credits' };
    const now = new Date();
    await insertVerification(manager, submission, now);
    await insertEvidence(manager, submission, now);
    await writeLedgerLine(
      manager,
      wallet,
      moveCredits(wallet, 'reserve', credits),
      submission.verificationId,
    );
    return { kind: 'accepted', id: submission.verificationId };
  });
}

async function insertVerification(manager: EntityManager, submission: Submission, now: Date): Promise<void> {
  const { clientId, verificationId, service, subject } = submission;
  await manager.insert(Verification, {
    id: verificationId,
    clientId,
    idempotencyKey: submission.idempotencyKey,
    fingerprint: submission.fingerprint,
    serviceCode: service.code,
    subjectType: subject.type,
    subjectMasked: subject.masked,
    subjectHash: subject.hash,
    dataKey: submission.dataKeySealed,
    subjectSealed: subject.sealed,
    parametersSealed: submission.parametersSealed,
    purpose: submission.purpose,
    priceRelease: submission.priceRelease,
    credits: submission.credits,
    creditsReserved: submission.credits,
    correlationId: submission.correlationId,
    createdAt: now,
  });
  const checks = service.checks.map((serviceCode, position) => ({
    id: submission.checkIds[position] ?? '',
    clientId,
    verificationId,
    position,
    serviceCode,
    enqueuedAt: now,
    createdAt: now,
  }));
  await manager.insert(Check, checks);
}

async function insertEvidence(manager: EntityManager, submission: Submission, now: Date): Promise<void> {
  const { clientId } = submission;
  const last = await manager.findOne(ConsentEvidence, { where: { clientId }, order: { evidenceNo: 'DESC' } });
  const evidenceNo = (last?.evidenceNo ?? 0) + 1;
  const previousHash = last?.hash ?? CHAIN_START;
  const hash = consentHash({
    client_id: clientId,
    evidence_no: evidenceNo,
    verification_id: submission.verificationId,
    service_code: submission.service.code,
    subject_hash: submission.subject.hash,
    purpose: submission.purpose,
    authority_confirmed: true,
    charge_approved: true,
    biometric_consent: submission.biometricConsent,
    credits: submission.credits,
    credits_approved: submission.creditsApproved,
    price_release: submission.priceRelease,
    recorded_by: submission.recordedBy,
    channel: submission.channel,
    wording_version: null,
    recorded_at: now,
    previous_hash: previousHash,
  });
  await manager.insert(ConsentEvidence, {
    clientId,
    evidenceNo,
    verificationId: submission.verificationId,
    serviceCode: submission.service.code,
    subjectCommitment: submission.subject.hash,
    purpose: submission.purpose,
    authorityConfirmed: true,
    chargeApproved: true,
    biometricConsent: submission.biometricConsent,
    credits: submission.credits,
    creditsApproved: submission.creditsApproved,
    priceRelease: submission.priceRelease,
    recordedBy: submission.recordedBy,
    channel: submission.channel,
    recordedAt: now,
    previousHash,
    hash,
  });
}

/** Inserts a ledger line and updates the wallet that `moveCredits` has changed. */
export async function writeLedgerLine(
  manager: EntityManager,
  wallet: Wallet,
  line: LedgerLine,
  verificationId: string,
): Promise<void> {
  await manager.insert(WalletEntry, { ...line, id: newId(), verificationId });
  const { clientId, balance, reserved, lastEntryNo } = wallet;
  await manager.update(Wallet, { clientId }, { balance, reserved, lastEntryNo, updatedAt: new Date() });
}
