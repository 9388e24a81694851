import { newId, toPublicId } from '../../../../shared/domain/ids.js';
import type { InputType } from '../../../../shared/domain/input-type.js';
import type { CheckOutcome, Outcome } from '../../../../shared/domain/outcome.js';
import type { Parameters } from '../../../../shared/domain/parameters.js';
import type { ReviewReason, Status } from '../../../../shared/domain/states.js';
import { exampleOf } from '../../../../shared/facts/example-of.js';
import { type CheckCode, checkOf, type ServiceCode, serviceOf } from '../../../../shared/services/index.js';
import { PRICE_LIST } from '../../../../shared/services/price-list.js';

/** One part; the default depends on the verification's status and outcome. */
export interface CheckOverrides {
  status?: Status;
  outcome?: CheckOutcome | null;
  label?: string | null;
  reviewReason?: ReviewReason | null;
  details?: Record<string, unknown> | null;
  reference?: string | null;
  photo?: Buffer | null;
}

/** What a test needs of a verification; the rest is chosen to be consistent. */
export interface VerificationOverrides {
  clientId: string;
  serviceCode?: ServiceCode;
  /** In normalised form. */
  subject?: string;
  subjectType?: InputType;
  parameters?: Parameters;
  purpose?: string;
  idempotencyKey?: string;
  /** The charge; by default that of the price list. */
  credits?: number;
  status?: Status;
  /** Of a completed verification: positive by default. */
  outcome?: Outcome;
  label?: string;
  /** Of one under review: no_answer by default. Of a completed one: staff completed it after a review. */
  reviewReason?: ReviewReason;
  /** By position in the service. */
  checks?: readonly CheckOverrides[];
  authorityConfirmed?: boolean;
  biometricConsent?: boolean;
  creditsApproved?: number | null;
  /** Public id. */
  recordedBy?: string;
  channel?: 'api' | 'portal';
  correlationId?: string;
  createdAt?: Date;
  completedAt?: Date;
  version?: number;
}

export interface CheckPlan extends Required<CheckOverrides> {
  id: string;
  code: CheckCode;
}

export type VerificationPlan = Required<
  Omit<VerificationOverrides, 'outcome' | 'label' | 'reviewReason' | 'checks' | 'completedAt'>
> & {
  id: string;
  outcome: Outcome | null;
  label: string | null;
  reviewReason: ReviewReason | null;
  completedAt: Date | null;
  checks: CheckPlan[];
};

/** Fills in everything the overrides leave open, consistently. */
export function planVerification(overrides: VerificationOverrides): VerificationPlan {
  const id = newId();
  const service = serviceOf(overrides.serviceCode ?? 'said_verification');
  const createdAt = overrides.createdAt ?? new Date();
  const result = planResult(overrides, createdAt);
  return {
    id,
    clientId: overrides.clientId,
    serviceCode: service.code,
    subject: overrides.subject ?? service.input.example,
    subjectType: overrides.subjectType ?? (service.input.types[0] as InputType),
    parameters: overrides.parameters ?? {},
    purpose: overrides.purpose ?? 'Test of a prospective employee',
    idempotencyKey: overrides.idempotencyKey ?? `key-${id}`,
    credits: overrides.credits ?? PRICE_LIST.credits[service.code],
    authorityConfirmed: overrides.authorityConfirmed ?? true,
    biometricConsent: overrides.biometricConsent ?? service.biometricConsentRequired,
    creditsApproved: overrides.creditsApproved ?? null,
    recordedBy: overrides.recordedBy ?? toPublicId('user', newId()),
    channel: overrides.channel ?? 'api',
    correlationId: overrides.correlationId ?? newId(),
    createdAt,
    version: overrides.version ?? (result.status === 'pending' ? 1 : 2),
    ...result,
    checks: service.checks.map((code, position) =>
      planCheck(code, position, result, overrides.checks?.[position]),
    ),
  };
}

type ResultPlan = Pick<VerificationPlan, 'status' | 'outcome' | 'label' | 'reviewReason' | 'completedAt'>;

function planResult(overrides: VerificationOverrides, createdAt: Date): ResultPlan {
  const status = overrides.status ?? 'pending';
  if (status !== 'completed') {
    const reviewReason = status === 'manual_review' ? (overrides.reviewReason ?? 'no_answer') : null;
    return { status, outcome: null, label: null, completedAt: null, reviewReason };
  }
  const outcome = overrides.outcome ?? 'positive';
  return {
    status,
    outcome,
    label: overrides.label ?? `Found: ${outcome}`,
    completedAt: overrides.completedAt ?? new Date(createdAt.getTime() + 1_000),
    reviewReason: overrides.reviewReason ?? (outcome === 'closed' ? 'no_answer' : null),
  };
}

function planCheck(
  code: CheckCode,
  position: number,
  result: ResultPlan,
  overrides: CheckOverrides = {},
): CheckPlan {
  const status = overrides.status ?? checkStatus(position, result);
  const done = status === 'completed';
  const outcome = overrides.outcome ?? (done ? checkOutcome(position, result.outcome) : null);
  const answered = done && outcome !== 'rejected';
  return {
    id: newId(),
    code,
    status,
    outcome,
    label: overrides.label ?? (done ? `${code}: ${outcome}` : null),
    reviewReason:
      overrides.reviewReason ?? (status === 'manual_review' ? (result.reviewReason ?? 'no_answer') : null),
    details: given(overrides.details, answered ? exampleOf(checkOf(code).facts) : null),
    reference: given(overrides.reference, answered ? `REF-${position + 1}` : null),
    photo: given(overrides.photo, null),
  };
}

/** Null is a valid override, so `??` would be wrong. */
function given<T>(override: T | undefined, otherwise: T): T {
  return override === undefined ? otherwise : override;
}

/** Under review, and after a review ended by support, the first part is the unclear one. */
function checkStatus(position: number, { status, outcome }: ResultPlan): Status {
  if (status === 'pending') return 'pending';
  const unclear = status === 'manual_review' || outcome === 'closed';
  return unclear && position === 0 ? 'manual_review' : 'completed';
}

function checkOutcome(position: number, outcome: Outcome | null): CheckOutcome {
  if (outcome === 'mixed') return position === 0 ? 'positive' : 'no_record';
  return outcome === null || outcome === 'closed' ? 'positive' : outcome;
}
