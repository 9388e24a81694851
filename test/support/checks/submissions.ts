import { acceptVerifications } from '../../../shared/acceptance/accept-verifications.js';
import { prepareSubmission } from '../../../shared/acceptance/prepare-submission.js';
import type { Submission } from '../../../shared/acceptance/submission.js';
import type { Database } from '../../../shared/db/database.js';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import type { InputType } from '../../../shared/domain/input-type.js';
import type { Parameters } from '../../../shared/domain/parameters.js';
import { type ServiceCode, serviceOf } from '../../../shared/services/index.js';
import { PRICE_LIST } from '../../../shared/services/price-list.js';
import { testKeys } from '../processes/keys.js';

export interface SubmissionOverrides {
  clientId: string;
  serviceCode?: ServiceCode;
  /** In normalised form. */
  subject?: string;
  subjectType?: InputType;
  parameters?: Parameters;
  purpose?: string;
  reference?: string;
  /** Refuse if the same was requested within this many days. */
  refuseDuplicateDays?: number;
  idempotencyKey?: string;
  biometricConsent?: boolean;
  creditsApproved?: number | null;
}

/** A submission as the API creates it from a valid request (by default said_verification, 5 credits). */
export function buildSubmission(overrides: SubmissionOverrides): Submission<never> {
  const service = serviceOf(overrides.serviceCode ?? 'said_verification');
  return prepareSubmission<never>(
    {
      service,
      credits: PRICE_LIST.credits[service.code],
      subject: {
        type: overrides.subjectType ?? service.input.types[0] ?? 'name',
        value: overrides.subject ?? service.input.example,
      },
      parameters: overrides.parameters ?? {},
      purpose: overrides.purpose ?? 'Check before a synthetic contract',
      reference: overrides.reference ?? null,
      duplicates: {
        refuse: overrides.refuseDuplicateDays !== undefined,
        days: overrides.refuseDuplicateDays ?? 30,
      },
      idempotencyKey: overrides.idempotencyKey ?? `key-${newId()}`,
      biometricConsent: overrides.biometricConsent ?? service.biometricConsentRequired,
      creditsApproved: overrides.creditsApproved ?? null,
    },
    {
      caller: null,
      clientId: overrides.clientId,
      actor: toPublicId('user', newId()),
      channel: 'api',
      correlationId: newId(),
      traceparent: undefined,
    },
    testKeys,
  );
}

/** Accepts one submission and returns it. Throws if it is not accepted. */
export async function acceptOne(db: Database, overrides: SubmissionOverrides): Promise<Submission> {
  const [submission] = await acceptAll(db, [overrides]);
  if (submission === undefined) throw new Error('Nothing to accept');
  return submission;
}

/** Accepts submissions in one batch and returns them. Throws if one is not accepted. */
export async function acceptAll(
  db: Database,
  overrides: readonly SubmissionOverrides[],
): Promise<Submission[]> {
  const submissions = overrides.map(buildSubmission);
  const acceptances = await acceptVerifications(db, submissions);
  const refused = acceptances.find(({ kind }) => kind !== 'accepted');
  if (refused !== undefined) throw new Error(`Not accepted: ${refused.kind}`);
  return submissions;
}
