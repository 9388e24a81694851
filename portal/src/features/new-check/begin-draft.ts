import type { Parameters } from '../../../../shared/domain/parameters.js';
import type { ServiceCode } from '../../../../shared/services/index.js';
import { TabMemory } from '../../lib/session/tab-memory.js';

/** What has been filled in so far, kept in memory only. */
export interface Draft {
  serviceCode: ServiceCode;
  /** The charge that was displayed: an approval applies to this amount only. */
  credits: number;
  subject: string;
  parameters: Parameters;
  reference: string;
  purpose: string;
  authorityConfirmed: boolean;
  chargeApproved: boolean;
  biometricConsent: boolean;
}

/** The one draft there is, stored under a fixed name. */
export const DRAFTS = new TabMemory<Draft>(({ subject, reference, purpose }) =>
  [subject, reference, purpose].some((typed) => typed.trim() !== ''),
);
/** What was typed as a subject, by the kind of input it is or was meant to be. */
export const SUBJECTS = new TabMemory<string>();
export const OPEN = 'open';

export function emptyDraft(serviceCode: ServiceCode): Draft {
  return {
    serviceCode,
    credits: 0,
    subject: '',
    parameters: {},
    reference: '',
    purpose: '',
    authorityConfirmed: false,
    chargeApproved: false,
    biometricConsent: false,
  };
}

/**
 * Begins a draft from an earlier request, for another check on the same subject. Separate from the other code for
 * drafts, because pages that only begin one do not need the rules for subjects, which are half as large as everything
 * else they load.
 */
export function beginDraft(serviceCode: ServiceCode, known: Partial<Draft>): void {
  forgetDraft();
  DRAFTS.set(OPEN, { ...emptyDraft(serviceCode), ...known });
}

/** Discards the draft once it is submitted or started over. */
export function forgetDraft(): void {
  DRAFTS.clear();
  SUBJECTS.clear();
}
