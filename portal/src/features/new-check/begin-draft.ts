import type { Parameters } from '../../../../shared/domain/parameters.js';
import type { ServiceCode } from '../../../../shared/services/index.js';
import { TabMemory } from '../../lib/session/tab-memory.js';

/** What has been filled in so far. It exists in memory only. */
export interface Draft {
  serviceCode: ServiceCode;
  /** The charge that was shown: an approval is of this one only. */
  credits: number;
  subject: string;
  parameters: Parameters;
  reference: string;
  purpose: string;
  authorityConfirmed: boolean;
  chargeApproved: boolean;
  biometricConsent: boolean;
}

/** The one draft that there is, under its name. */
export const DRAFTS = new TabMemory<Draft>();
/** What was typed as a subject, by the kind of input that it is or was meant as. */
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
 * Begins a draft with what is known from an earlier request, for another check on the same subject. Apart from the rest of
 * drafts, because pages that only begin one need not know the kinds of subject, which are half as much as all else they load.
 */
export function beginDraft(serviceCode: ServiceCode, known: Partial<Draft>): void {
  forgetDraft();
  DRAFTS.set(OPEN, { ...emptyDraft(serviceCode), ...known });
}

/** Forgets the draft, once it is submitted or begun anew. */
export function forgetDraft(): void {
  DRAFTS.clear();
  SUBJECTS.clear();
}
