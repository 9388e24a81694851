import type { KeyObject } from 'node:crypto';
import { canonicalJson, keyedHash, nameHash, subjectCommitment, subjectHash } from '../crypto/keyed-hash.js';
import type { Keyring } from '../crypto/keyring.js';
import { createDataKey } from '../crypto/seal.js';
import { sealFor } from '../db/sealed-verification.js';
import { foldName } from '../domain/fold-name.js';
import { fromSubmitterId, newId } from '../domain/ids.js';
import { maskSubject } from '../domain/mask.js';
import { modeOf } from '../domain/mode.js';
import { isTestSubject } from '../domain/test-subjects.js';
import { checkIdOf } from '../history/check-id.js';
import { PRICE_LIST } from '../services/price-list.js';
import type { CreateRequest } from './create-request.js';
import type { Asked } from './find-duplicates.js';
import type { Submission } from './submission.js';

export interface Submitter<Caller = unknown> {
  caller: Caller | null;
  clientId: string;
  /** Public id of the user or API key. */
  actor: string;
  channel: 'api' | 'portal';
  correlationId: string;
  traceparent: string | undefined;
}

/** Turns a validated request into a submission: assigns ids, and seals, masks and hashes personal data. */
export function prepareSubmission<Caller>(
  request: CreateRequest,
  submitter: Submitter<Caller>,
  keys: { encryptionKeys: Keyring; indexKey: KeyObject },
): Submission<Caller> {
  if (modeOf(submitter.clientId) === 'test' && !isTestSubject(request.subject.value)) {
    throw new Error('Bug: somebody who is no test subject has come into test mode');
  }
  const verificationId = newId();
  const dataKey = createDataKey(keys.encryptionKeys, verificationId);
  return {
    caller: submitter.caller,
    verificationId,
    checkIds: request.service.checks.map((_check, position) =>
      checkIdOf(keys.indexKey, {
        clientId: submitter.clientId,
        idempotencyKey: request.idempotencyKey,
        position,
      }),
    ),
    clientId: submitter.clientId,
    idempotencyKey: request.idempotencyKey,
    fingerprint: fingerprintOf(keys.indexKey, submitter.clientId, request),
    service: request.service,
    credits: request.credits,
    priceRelease: PRICE_LIST.release,
    subject: prepareSubject(request.subject, submitter.clientId, {
      verificationId,
      dataKey: dataKey.key,
      indexKey: keys.indexKey,
    }),
    parametersSealed: sealFor(
      dataKey.key,
      'parameters_sealed',
      verificationId,
      JSON.stringify(request.parameters),
    ),
    dataKeySealed: dataKey.sealed,
    purpose: request.purpose,
    reference: request.reference,
    requestHash: requestHash(keys.indexKey, submitter.clientId, request),
    refuseDuplicateDays: request.duplicates.refuse ? request.duplicates.days : null,
    biometricConsent: request.biometricConsent,
    creditsApproved: request.creditsApproved,
    recordedBy: submitter.actor,
    submittedBy: fromSubmitterId(submitter.actor) ?? null,
    channel: submitter.channel,
    correlationId: submitter.correlationId,
    traceparent: submitter.traceparent,
  };
}

function prepareSubject(
  subject: CreateRequest['subject'],
  clientId: string,
  { verificationId, dataKey, indexKey }: { verificationId: string; dataKey: KeyObject; indexKey: KeyObject },
): Submission['subject'] {
  const { type, value } = subject;
  return {
    type,
    masked: maskSubject(value),
    hash: subjectHash(indexKey, clientId, value),
    nameHash: nameHashOf(subject, clientId, indexKey),
    subjectCommitment: subjectCommitment(dataKey, value),
    sealed: sealFor(dataKey, 'subject_sealed', verificationId, value),
  };
}

/** The content of a request, as `findDuplicates` compares it. */
export function askedBy(clientId: string, request: CreateRequest, indexKey: KeyObject): Omit<Asked, 'days'> {
  return {
    clientId,
    service: request.service,
    subjectHash: subjectHash(indexKey, clientId, request.subject.value),
    nameHash: nameHashOf(request.subject, clientId, indexKey),
    requestHash: requestHash(indexKey, clientId, request),
  };
}

/** Null if the subject is not a name. */
function nameHashOf({ type, value }: CreateRequest['subject'], clientId: string, indexKey: KeyObject) {
  return type === 'name' ? nameHash(indexKey, clientId, value) : null;
}

/**
 * Keyed hash of a request's content (contract 10): a different purpose, consent or spelling of a name does not change
 * it.
 */
function requestHash(
  key: KeyObject,
  clientId: string,
  { service, subject, parameters }: Pick<CreateRequest, 'service' | 'subject' | 'parameters'>,
): Buffer {
  const value = subject.type === 'name' ? foldName(subject.value) : subject.value;
  const asked = { service: service.code, subject: value, parameters };
  return keyedHash(key, 'request', clientId, canonicalJson(asked));
}

/**
 * Keyed hash of everything that makes two requests the same (contract 4.2): service, subject, parameters, purpose and
 * consents, in their clean forms. The price is excluded, so a retry after a new price list is still a replay.
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
