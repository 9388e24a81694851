import { cleanSubject } from '../../../../shared/domain/input-types.js';
import { type ServiceCode, serviceOf } from '../../../../shared/services/index.js';
import type { WireService } from '../../../../shared/wire/services.js';
import { DRAFTS, type Draft, emptyDraft, OPEN, SUBJECTS } from './begin-draft.js';

/** The draft that a form begins with: what was typed into the forms before it, as far as this service takes it. */
export function openDraft(service: WireService): Draft {
  const kept = DRAFTS.get(OPEN);
  // A draft that was only begun is not known by the kinds of its subject yet.
  if (kept !== undefined) keepDraft(kept);
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
