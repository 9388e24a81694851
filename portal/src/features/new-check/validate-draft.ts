import { hasAtMost } from '../../../../shared/domain/characters.js';
import { cleanSubject } from '../../../../shared/domain/input-types.js';
import { cleanParameters } from '../../../../shared/domain/parameters.js';
import { holdsIdentityNumber } from '../../../../shared/domain/personal-data.js';
import { plainTextFault } from '../../../../shared/domain/plain-text.js';
import { type Service, serviceOf } from '../../../../shared/services/index.js';
import type { Draft } from './begin-draft.js';

/** The faults of a draft, by field, in the API's words: its own rules are applied here. */
export type DraftFaults = Partial<Record<string, string>>;

// Contract 4.1.
const SUBJECT_MAX = 200;
const PURPOSE_MIN = 3;
export const PURPOSE_MAX = 500;
// Contract 10.
export const REFERENCE_MAX = 100;

/** Validates everything, including fields not touched yet; the caller decides what to show. */
export function validateDraft(draft: Draft): DraftFaults {
  const service = serviceOf(draft.serviceCode);
  return {
    ...validateSubject(service, draft.subject),
    ...validateReference(draft.reference),
    ...validatePurpose(draft.purpose),
    ...validateParameters(service, draft.parameters),
    ...validateConsents(service, draft),
  };
}

/** Whether a check would take the subject as it stands. */
export function hasValidSubject({ serviceCode, subject }: Draft): boolean {
  return validateSubject(serviceOf(serviceCode), subject).subject === undefined;
}

function validateSubject(service: Service, raw: string): DraftFaults {
  const text = raw.trim();
  if (!hasAtMost(text, SUBJECT_MAX)) return { subject: `Enter at most ${SUBJECT_MAX} characters.` };
  const fault = plainTextFault(text);
  if (fault !== undefined) return { subject: fault };
  const subject = cleanSubject(service, text, new Date());
  return subject.ok ? {} : { subject: subject.message };
}

function validateReference(raw: string): DraftFaults {
  if (!hasAtMost(raw.trim(), REFERENCE_MAX))
    return { reference: `Enter at most ${REFERENCE_MAX} characters.` };
  const fault = plainTextFault(raw.trim());
  if (fault !== undefined) return { reference: fault };
  if (!holdsIdentityNumber(raw, { separated: true })) return {};
  return { reference: 'Leave the identity number out: the reference is stored in plain text.' };
}

function validatePurpose(raw: string): DraftFaults {
  const text = raw.trim();
  if (hasAtMost(text, PURPOSE_MIN - 1))
    return { purpose: 'Say what the check is for, for example "Tenant screening, lease 17".' };
  if (!hasAtMost(text, PURPOSE_MAX)) return { purpose: `Enter at most ${PURPOSE_MAX} characters.` };
  const fault = plainTextFault(text);
  if (fault !== undefined) return { purpose: fault };
  if (!holdsIdentityNumber(raw, { separated: true })) return {};
  return { purpose: 'Leave the identity number out: the purpose is stored in plain text.' };
}

function validateParameters(service: Service, parameters: Draft['parameters']): DraftFaults {
  const cleaned = cleanParameters(service, givenParameters(service, parameters));
  if (cleaned.ok) return {};
  return Object.fromEntries(cleaned.faults.map(({ field, message }) => [field, message]));
}

/** The filled-in parameters that the service takes; no others are sent. */
export function givenParameters(service: Service, parameters: Draft['parameters']): Record<string, string> {
  const given = service.parameters.map((name) => [name, (parameters[name] ?? '').trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

function validateConsents(service: Service, draft: Draft): DraftFaults {
  return {
    ...(!draft.authorityConfirmed && { authority_confirmed: 'Confirm this before you submit.' }),
    ...(!draft.chargeApproved && { charge_approved: 'Approve the charge before you submit.' }),
    ...(service.biometricConsentRequired &&
      !draft.biometricConsent && {
        biometric_consent: 'This check needs the explicit consent of the person.',
      }),
  };
}
