import { serviceOf } from '../../../../shared/services/index.js';
import type { WireVerification } from '../../../../shared/wire/verification.js';
import { ApiFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import type { Draft } from './draft.js';
import { givenParameters } from './judge-draft.js';

export interface Submitted {
  requestId: string;
  /** The key had been used before: this is the request that it stands for. */
  replay: boolean;
  /** The provider was reached but gave no usable answer, said once to whom was waiting. */
  providerUnavailable: boolean;
}

// Most answers come within this time; for the others the page of the request goes on waiting.
const WAIT_SECONDS = 3;

/** Submits a check. `credits` is the charge that was shown and approved. Throws ApiFailure when nothing was accepted. */
export async function submitCheck(draft: Draft, credits: number, key: string): Promise<Submitted> {
  const service = serviceOf(draft.serviceCode);
  const parameters = givenParameters(service, draft.parameters);
  try {
    const verification = await request<WireVerification>('/verifications', {
      method: 'POST',
      headers: { 'Idempotency-Key': key, Prefer: `wait=${WAIT_SECONDS}` },
      body: {
        service_code: service.code,
        subject: draft.subject.trim(),
        purpose: draft.purpose.trim(),
        authority_confirmed: draft.authorityConfirmed,
        charge_approved: draft.chargeApproved,
        credits_approved: credits,
        ...(service.biometricConsentRequired && { biometric_consent: draft.biometricConsent }),
        ...(Object.keys(parameters).length > 0 && { parameters }),
      },
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
