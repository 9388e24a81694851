import { serviceOf } from '../../../../shared/services/index.js';
import type { WirePreflight } from '../../../../shared/wire/preflight.js';
import type { WireVerification } from '../../../../shared/wire/verification.js';
import { ApiFailure, toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import type { Draft } from './begin-draft.js';
import { givenParameters } from './validate-draft.js';

export interface Submitted {
  requestId: string;
  /** The key had been used before: this is its request. */
  replay: boolean;
  /** The provider was reached but gave no usable answer; reported once to the waiting submitter. */
  providerUnavailable: boolean;
}

// Most answers come within this time; for others, the page of the request keeps waiting.
const WAIT_SECONDS = 3;

/**
 * Asks what a submission would encounter, before anything is paid: above all whether the same was requested before.
 * Throws ApiFailure, which in this case always means that nothing was submitted.
 */
export async function askFirst(draft: Draft, credits: number): Promise<WirePreflight> {
  try {
    return await request<WirePreflight>('/verifications/preflight', {
      method: 'POST',
      body: bodyOf(draft, credits),
      once: false,
    });
  } catch (error) {
    const { httpStatus, kind, message, body } = toFailure(error);
    throw new ApiFailure(
      httpStatus,
      kind,
      message,
      httpStatus === 0 || httpStatus >= 500 ? NOT_STORED : body,
    );
  }
}

const NOT_STORED = { stored: 'no' } as const;

/**
 * Submits a check. `credits` is the displayed and approved charge; `again` means that the user decided to pay although
 * the same was requested before. Throws ApiFailure if nothing was accepted.
 */
export async function submitCheck(
  draft: Draft,
  { credits, key, again }: { credits: number; key: string; again: boolean },
): Promise<Submitted> {
  try {
    const verification = await request<WireVerification>('/verifications', {
      method: 'POST',
      headers: { 'Idempotency-Key': key, Prefer: `wait=${WAIT_SECONDS}` },
      body: { ...bodyOf(draft, credits), if_duplicate: again ? 'accept' : 'refuse' },
    });
    const replay = verification.idempotent_replay === true;
    return { requestId: verification.request_id, replay, providerUnavailable: false };
  } catch (error) {
    const requestId = error instanceof ApiFailure ? error.body.request_id : undefined;
    if (error instanceof ApiFailure && error.kind === 'provider_unavailable' && requestId !== undefined) {
      return { requestId, replay: false, providerUnavailable: true };
    }
    throw error;
  }
}

function bodyOf(draft: Draft, credits: number) {
  const service = serviceOf(draft.serviceCode);
  const parameters = givenParameters(service, draft.parameters);
  const reference = draft.reference.trim();
  return {
    service_code: service.code,
    subject: draft.subject.trim(),
    purpose: draft.purpose.trim(),
    authority_confirmed: draft.authorityConfirmed,
    charge_approved: draft.chargeApproved,
    credits_approved: credits,
    ...(reference !== '' && { reference }),
    ...(service.biometricConsentRequired && { biometric_consent: draft.biometricConsent }),
    ...(Object.keys(parameters).length > 0 && { parameters }),
  };
}
