import { cleanSubject } from '../../../../shared/domain/input-types.js';
import type { Parameters } from '../../../../shared/domain/parameters.js';
import { type ServiceCode, serviceOf } from '../../../../shared/services/index.js';
import type { WireService } from '../../../../shared/wire/services.js';
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

const DRAFTS = new TabMemory<Draft>();
/** What was typed as a subject, by the kind of input that it is or was meant as. */
const SUBJECTS = new TabMemory<string>();
const OPEN = 'open';

function emptyDraft(serviceCode: ServiceCode): Draft {
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

/** The draft that a form begins with: what was typed into the forms before it, as far as this service takes it. */
export function openDraft(service: WireService): Draft {
  const kept = DRAFTS.get(OPEN);
  if (kept?.serviceCode === service.service_code) return repriced(kept, service);
  // What was confirmed for one check says nothing about another.
  return {
    ...emptyDraft(service.service_code),
    credits: service.credits,
    subject: typedFor(service.service_code),
    ...(kept !== undefined && {
      purpose: kept.purpose,
      reference: kept.reference,
      parameters: kept.parameters,
    }),
  };
}

export function keepDraft(draft: Draft): void {
  DRAFTS.set(OPEN, draft);
  for (const kind of kindsOf(draft)) SUBJECTS.set(kind, draft.subject);
}

/** Begins a draft with what is known from an earlier request, for another check on the same subject. */
export function beginDraft(serviceCode: ServiceCode, known: Partial<Draft>): void {
  forgetDraft();
  keepDraft({ ...emptyDraft(serviceCode), ...known });
}

/** Forgets the draft, once it is submitted or begun anew. */
export function forgetDraft(): void {
  DRAFTS.clear();
  SUBJECTS.clear();
}

/** The draft at the charge of now: the approval of another charge is taken back. */
export function repriced(draft: Draft, { credits }: WireService): Draft {
  return draft.credits === credits ? draft : { ...draft, credits, chargeApproved: false };
}

/** The inputs of a service by the text of their kinds; a valid subject is also of the one kind that it is. */
function kindsOf({ serviceCode, subject }: Draft): string[] {
  const service = serviceOf(serviceCode);
  const cleaned = cleanSubject(service, subject.trim(), new Date());
  return [service.input.types.join(), ...(cleaned.ok ? [cleaned.type] : [])];
}

function typedFor(serviceCode: ServiceCode): string {
  const { types } = serviceOf(serviceCode).input;
  const kind = [types.join(), ...types].find((name) => SUBJECTS.get(name) !== undefined);
  return kind === undefined ? '' : (SUBJECTS.get(kind) ?? '');
}
