import type { FieldFault } from '../../shared/domain/faults.js';
import { cleanSubject } from '../../shared/domain/input-types.js';
import { cleanParameters } from '../../shared/domain/parameters.js';
import { holdsIdentityNumber } from '../../shared/domain/personal-data.js';
import { PRICE_LIST } from '../../shared/domain/price-list.js';
import { findService, type InputType, type Parameters, type Service } from '../../shared/domain/services.js';
import { validationFailed } from '../errors/catalogue.js';
import { IDEMPOTENCY_KEY, judgeIdempotencyKey } from '../validation/idempotency-key.js';
import { JudgedByRoute, MustBeTrue, OptionalBoolean, OptionalInteger, Text } from '../validation/rules.js';
import { collectFaults } from '../validation/validate-body.js';

/** The body of POST /api/v1/verifications (contract 4.1), as far as each field can be judged alone. */
export class CreateVerificationBody {
  @Text({ min: 1, max: 40 })
  service_code!: string;

  @Text({ min: 1, max: 200 })
  subject!: string;

  @Text({ min: 3, max: 500 })
  purpose!: string;

  @MustBeTrue()
  authority_confirmed!: true;

  @MustBeTrue()
  charge_approved!: true;

  @OptionalBoolean()
  biometric_consent?: boolean;

  /** The header Idempotency-Key may carry it instead. */
  @JudgedByRoute(IDEMPOTENCY_KEY)
  idempotency_key?: unknown;

  /** Which ones there are depends on the service. */
  @JudgedByRoute({ type: 'object' })
  parameters?: unknown;

  @OptionalInteger({ min: 1, max: 1_000_000 })
  credits_approved?: number;
}

/** A request that may be accepted: every value is clean and belongs to the service. */
export interface CreateRequest {
  service: Service;
  credits: number;
  subject: { type: InputType; value: string };
  parameters: Parameters;
  purpose: string;
  idempotencyKey: string;
  biometricConsent: boolean;
  creditsApproved: number | null;
}

/**
 * Judges a body and the values of the header Idempotency-Key. Throws validation_failed with everything that is wrong
 * at once; a field that is wrong in itself is not judged any further.
 */
export function readCreateRequest(body: unknown, keyHeaders: readonly string[], now: Date): CreateRequest {
  const { value, faults } = collectFaults(CreateVerificationBody, body);
  const broken = new Set(faults.map(({ field }) => field));
  const service = broken.has('service_code') ? undefined : judgeService(value.service_code, faults);
  const credits = service === undefined ? 0 : PRICE_LIST.credits[service.code];
  const subject =
    service === undefined || broken.has('subject')
      ? undefined
      : judgeSubject(service, value.subject, now, faults);
  const parameters = service === undefined ? {} : judgeParameters(service, value.parameters, faults);
  const idempotencyKey = judgeIdempotencyKey(value.idempotency_key, keyHeaders, faults);
  if (!broken.has('purpose')) judgePurpose(value.purpose, faults);
  if (service !== undefined) judgeApprovals(service, credits, value, broken, faults);
  if (faults.length > 0 || service === undefined || subject === undefined) throw validationFailed(faults);
  return {
    service,
    credits,
    subject,
    parameters,
    purpose: value.purpose,
    idempotencyKey,
    biometricConsent: value.biometric_consent ?? false,
    creditsApproved: value.credits_approved ?? null,
  };
}

function judgeService(code: string, faults: FieldFault[]): Service | undefined {
  const service = findService(code);
  if (service === undefined) {
    const message = 'There is no service with this code. GET /api/v1/services lists all of them.';
    faults.push({ field: 'service_code', code: 'unknown_service', message });
  }
  return service;
}

function judgeSubject(
  service: Service,
  raw: string,
  now: Date,
  faults: FieldFault[],
): { type: InputType; value: string } | undefined {
  const subject = cleanSubject(service, raw, now);
  if (subject.ok) return { type: subject.type, value: subject.value };
  faults.push({ field: 'subject', code: subject.code, message: subject.message });
  return undefined;
}

function judgeParameters(service: Service, raw: unknown, faults: FieldFault[]): Parameters {
  const parameters = cleanParameters(service, raw);
  if (parameters.ok) return parameters.value;
  faults.push(...parameters.faults);
  return {};
}

function judgePurpose(purpose: string, faults: FieldFault[]): void {
  if (!holdsIdentityNumber(purpose, { separated: true })) return;
  const message =
    'The purpose must not hold an identity number, because it is stored readable. Leave the number out.';
  faults.push({ field: 'purpose', code: 'personal_data', message });
}

function judgeApprovals(
  service: Service,
  credits: number,
  { biometric_consent, credits_approved }: CreateVerificationBody,
  broken: ReadonlySet<string>,
  faults: FieldFault[],
): void {
  if (service.biometricConsentRequired && !broken.has('biometric_consent') && biometric_consent !== true) {
    const message =
      'This check asks for the ID photograph. Send true after the person has given explicit consent.';
    faults.push({ field: 'biometric_consent', code: 'must_be_true', message });
  }
  if (credits_approved !== undefined && !broken.has('credits_approved') && credits_approved !== credits) {
    const message = `The charge is ${credits} credits now. Show it to the person who approves, then send it as credits_approved.`;
    faults.push({ field: 'credits_approved', code: 'charge_changed', message });
  }
}
