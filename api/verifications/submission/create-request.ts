import type { CreateRequest } from '../../../shared/acceptance/create-request.js';
import { DUPLICATE_DAYS } from '../../../shared/acceptance/find-duplicates.js';
import type { FieldFault } from '../../../shared/domain/faults.js';
import type { InputType } from '../../../shared/domain/input-type.js';
import { cleanSubject } from '../../../shared/domain/input-types.js';
import { maskWithin } from '../../../shared/domain/mask.js';
import type { Mode } from '../../../shared/domain/mode.js';
import type { Parameters } from '../../../shared/domain/parameters.js';
import { cleanParameters } from '../../../shared/domain/parameters.js';
import { holdsIdentityNumber } from '../../../shared/domain/personal-data.js';
import { isTestSubject } from '../../../shared/domain/test-subjects.js';
import { findService, SERVICES, type Service } from '../../../shared/services/index.js';
import { PRICE_LIST } from '../../../shared/services/price-list.js';
import { validationFailed } from '../../errors/catalogue.js';
import { IDEMPOTENCY_KEY, validateIdempotencyKey } from '../../validation/idempotency-key.js';
import { NOT_A_NUMBER, OptionalInteger } from '../../validation/number-rules.js';
import {
  MustBeTrue,
  OneOf,
  OptionalBoolean,
  type Problem,
  REQUIRED,
  Validate,
  ValidatedByRoute,
} from '../../validation/rules.js';
import { NOT_TEXT, Text } from '../../validation/text-rules.js';
import { collectFaults } from '../../validation/validate-body.js';

/** How to treat a request that was made before (contract 10). */
const DUPLICATES = ['accept', 'refuse'] as const;

/** The body of POST /api/v1/verifications (contract 4.1), as far as each field can be validated alone. */
export class CreateVerificationBody {
  @Validate(validateServiceCode, { type: 'string', enum: SERVICES.map(({ code }) => code) })
  service_code!: string;

  @Text({ min: 1, max: 200 })
  subject!: string;

  @Text({ min: 3, max: 500 })
  purpose!: string;

  /** The caller's own reference for the case (contract 10). */
  @Text({ min: 1, max: 100 }, { optional: true })
  reference?: string;

  @MustBeTrue()
  authority_confirmed!: true;

  @MustBeTrue()
  charge_approved!: true;

  @OptionalBoolean()
  biometric_consent?: boolean;

  @OneOf(DUPLICATES, { optional: true })
  if_duplicate?: (typeof DUPLICATES)[number];

  @OptionalInteger({ min: 1, max: 365 })
  duplicate_days?: number;

  /** May come in the header Idempotency-Key instead. */
  @ValidatedByRoute(IDEMPOTENCY_KEY)
  idempotency_key?: unknown;

  /** The parameters depend on the service. */
  @ValidatedByRoute({ type: 'object' })
  parameters?: unknown;

  /** Compared with the service's price: any other whole number means that the price has changed. */
  @ValidatedByRoute({ type: 'integer', format: 'int32', minimum: 1, maximum: 1_000_000 })
  credits_approved?: unknown;
}

/**
 * Validates a body and the values of the header Idempotency-Key. Throws validation_failed with everything that is wrong
 * at once, followed by faults found elsewhere; a field that is wrong in itself is not validated further. A preflight
 * needs no key.
 */
export function readCreateRequest(
  body: unknown,
  keyHeaders: readonly string[],
  now: Date,
  elsewhere: readonly FieldFault[] = [],
  { preflight = false, mode = 'live' as Mode } = {},
): CreateRequest {
  const { value, faults } = collectFaults(CreateVerificationBody, body);
  const broken = new Set(faults.map(({ field }) => field));
  const service = broken.has('service_code') ? undefined : findService(value.service_code);
  const credits = service === undefined ? undefined : PRICE_LIST.credits[service.code];
  const subject =
    service === undefined || broken.has('subject')
      ? undefined
      : validateSubject(service, value.subject, now, faults, mode);
  const parameters = validateParameters(service, value.parameters, faults);
  const idempotencyKey = validateIdempotencyKey(value.idempotency_key, keyHeaders, faults, {
    optional: preflight,
  });
  if (!broken.has('purpose')) validatePersonalData('purpose', value.purpose, faults);
  if (!broken.has('reference')) validatePersonalData('reference', value.reference, faults);
  if (!broken.has('biometric_consent')) validateBiometricConsent(service, value.biometric_consent, faults);
  const creditsApproved = validateCharge(credits, value.credits_approved, faults);
  faults.push(...elsewhere);
  if (faults.length > 0 || service === undefined || credits === undefined || subject === undefined) {
    const sent = broken.has('subject') ? '' : value.subject;
    throw validationFailed(faults.map((fault) => withoutSubject(fault, sent)));
  }
  return {
    service,
    credits,
    subject,
    parameters,
    purpose: value.purpose,
    reference: value.reference ?? null,
    duplicates: {
      refuse: value.if_duplicate === 'refuse',
      days: value.duplicate_days ?? DUPLICATE_DAYS,
    },
    idempotencyKey,
    biometricConsent: value.biometric_consent ?? false,
    creditsApproved,
  };
}

/** A subject of one word passes for the name of a field. */
function withoutSubject(fault: FieldFault, subject: string): FieldFault {
  return fault.code === 'unknown_field' ? { ...fault, field: maskWithin(fault.field, subject) } : fault;
}

/** A code must be exactly as listed: it is not trimmed, and has no maximum length. */
export function validateServiceCode(value: unknown): Problem | undefined {
  if (value === undefined || value === null) return REQUIRED;
  if (typeof value !== 'string') return NOT_TEXT;
  if (findService(value) !== undefined) return undefined;
  const message = 'There is no service with this code. GET /api/v1/services lists all of them.';
  return { code: 'unknown_service', message };
}

function validateSubject(
  service: Service,
  raw: string,
  now: Date,
  faults: FieldFault[],
  mode: Mode,
): { type: InputType; value: string } | undefined {
  const subject = cleanSubject(service, raw, now);
  if (subject.ok && mode === 'test' && !isTestSubject(subject.value)) {
    const message =
      'Test mode accepts only the documented test subjects, so that no real person gets into it. /docs/test-subjects lists them by service.';
    faults.push({ field: 'subject', code: 'not_a_test_subject', message });
    return undefined;
  }
  if (subject.ok) return { type: subject.type, value: subject.value };
  faults.push({ field: 'subject', code: subject.code, message: subject.message });
  return undefined;
}

function validateParameters(service: Service | undefined, raw: unknown, faults: FieldFault[]): Parameters {
  const parameters = cleanParameters(service, raw);
  if (parameters.ok) return parameters.value;
  faults.push(...parameters.faults);
  return {};
}

/** Texts that are stored as they are: neither may hold an identity number (contract 4.1 and 10). */
export function validatePersonalData(
  field: 'purpose' | 'reference',
  text: string | undefined,
  faults: FieldFault[],
): void {
  if (text === undefined || !holdsIdentityNumber(text, { separated: true })) return;
  const message = `The ${field} must not contain an identity number, because it is stored in plain text. Remove the number.`;
  faults.push({ field, code: 'personal_data', message });
}

function validateBiometricConsent(service: Service | undefined, given: unknown, faults: FieldFault[]): void {
  if (service?.biometricConsentRequired !== true || given === true) return;
  const message =
    'This check returns the ID photograph. Send true once the person has given explicit consent.';
  faults.push({ field: 'biometric_consent', code: 'must_be_true', message });
}

/** Without a service there is no price, and only the type can be validated. */
function validateCharge(credits: number | undefined, approved: unknown, faults: FieldFault[]): number | null {
  if (approved === undefined) return null;
  if (typeof approved !== 'number' || !Number.isSafeInteger(approved)) {
    faults.push({ field: 'credits_approved', ...NOT_A_NUMBER });
    return null;
  }
  if (credits !== undefined && approved !== credits) {
    const message = `The price is now ${credits} credits. Show it to the person who approves it, then send it as credits_approved.`;
    faults.push({ field: 'credits_approved', code: 'charge_changed', message });
  }
  return approved;
}
