import type { KeyObject } from 'node:crypto';
import { canonicalJson, evidenceHash, keyedHash, subjectHash } from '../../shared/crypto/keyed-hash.js';
import type { Keyring } from '../../shared/crypto/keyring.js';
import { createDataKey } from '../../shared/crypto/seal.js';
import { sealFor } from '../../shared/db/sealed-verification.js';
import { newId } from '../../shared/domain/ids.js';
import { maskSubject } from '../../shared/domain/mask.js';
import { PRICE_LIST } from '../../shared/domain/price-list.js';
import type { CreateRequest } from './create-request.js';
import type { Submission } from './submission.js';

export interface Submitter {
  clientId: string;
  /** Public id of the user or API key. */
  actor: string;
  channel: 'api' | 'portal';
  correlationId: string;
  traceparent: string | undefined;
}

/** Turns a judged request into a submission: gives it ids, and seals, masks and hashes what is personal. */
export function prepareSubmission(
  request: CreateRequest,
  submitter: Submitter,
  keys: { encryptionKeys: Keyring; indexKey: KeyObject },
): Submission {
  const verificationId = newId();
  const dataKey = createDataKey(keys.encryptionKeys, verificationId);
  return {
    verificationId,
    checkIds: request.service.checks.map(() => newId()),
    clientId: submitter.clientId,
    idempotencyKey: request.idempotencyKey,
    fingerprint: fingerprintOf(keys.indexKey, submitter.clientId, request),
    service: request.service,
    credits: request.credits,
    priceRelease: PRICE_LIST.release,
    subject: {
      type: request.subject.type,
      masked: maskSubject(request.subject.value),
      hash: subjectHash(keys.indexKey, submitter.clientId, request.subject.value),
      evidenceHash: evidenceHash(dataKey.key, request.subject.value),
      sealed: sealFor(dataKey.key, 'subject_sealed', verificationId, request.subject.value),
    },
    parametersSealed: sealFor(
      dataKey.key,
      'parameters_sealed',
      verificationId,
      JSON.stringify(request.parameters),
    ),
    dataKeySealed: dataKey.sealed,
    purpose: request.purpose,
    biometricConsent: request.biometricConsent,
    creditsApproved: request.creditsApproved,
    recordedBy: submitter.actor,
    channel: submitter.channel,
    correlationId: submitter.correlationId,
    traceparent: submitter.traceparent,
  };
}

/**
 * Keyed hash of what makes two requests the same (contract 4.2): service, subject, parameters, purpose and consents,
 * in their clean forms. The price is no part of it, so a retry after a new price list is still a replay.
 */
function fingerprintOf(key: KeyObject, clientId: string, request: CreateRequest): Buffer {
  return keyedHash(
    key,
    'fingerprint',
    clientId,
    canonicalJson({
      service: request.service.code,
      subject: request.subject.value,
      parameters: request.parameters,
      purpose: request.purpose,
      biometric_consent: request.biometricConsent,
    }),
  );
}
