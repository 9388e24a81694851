import type { Parameters } from '../../../../shared/domain/parameters.js';
import type { ServiceCode } from '../../../../shared/services/index.js';
import type { WireService } from '../../../../shared/wire/services.js';
import { TabMemory } from '../../lib/session/tab-memory.js';

/** What has been filled in so far. It exists in memory only. */
export interface Draft {
  serviceCode: ServiceCode;
  /** The charge that was shown: an approval is of this one only. */
  credits: number;
  subject: string;
  parameters: Parameters;
  purpose: string;
  authorityConfirmed: boolean;
  chargeApproved: boolean;
  biometricConsent: boolean;
}

const DRAFTS = new TabMemory<{ draft: Draft; inputTypes: string }>();
const OPEN = 'open';

/** The draft that a form begins with: what was typed into the form before it, as far as this service takes it. */
export function openDraft(service: WireService): Draft {
  const empty: Draft = {
    serviceCode: service.service_code,
    credits: service.credits,
    subject: '',
    parameters: {},
    purpose: '',
    authorityConfirmed: false,
    chargeApproved: false,
    biometricConsent: false,
  };
  const kept = DRAFTS.get(OPEN);
  if (kept === undefined) return empty;
  const { draft, inputTypes } = kept;
  if (draft.serviceCode === service.service_code) return repriced(draft, service);
  // What was confirmed for one check says nothing about another.
  return {
    ...empty,
    purpose: draft.purpose,
    parameters: draft.parameters,
    ...(inputTypes === inputTypesOf(service) && { subject: draft.subject }),
  };
}

export function keepDraft(service: WireService, draft: Draft): void {
  DRAFTS.set(OPEN, { draft, inputTypes: inputTypesOf(service) });
}

/** Forgets the draft, once it is submitted or begun anew. */
export function forgetDraft(): void {
  DRAFTS.delete(OPEN);
}

/** The draft at the charge of now: the approval of another charge is taken back. */
export function repriced(draft: Draft, { credits }: WireService): Draft {
  return draft.credits === credits ? draft : { ...draft, credits, chargeApproved: false };
}

function inputTypesOf({ input }: WireService): string {
  return input.types.join();
}
