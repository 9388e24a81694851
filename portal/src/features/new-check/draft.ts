import { cleanSubject } from '../../../../shared/domain/input-types.js';
import { type ServiceCode, serviceOf } from '../../../../shared/services/index.js';
import type { WireService } from '../../../../shared/wire/services.js';
import { DRAFTS, type Draft, emptyDraft, OPEN, SUBJECTS } from './begin-draft.js';

/** The initial draft of a form: what was typed into earlier forms, as far as this service accepts it. */
export function openDraft(service: WireService): Draft {
  const kept = DRAFTS.get(OPEN);
  // A draft that was only begun is not yet stored by the kinds of its subject.
  if (kept !== undefined) keepDraft(kept);
  if (kept?.serviceCode === service.service_code) return repriced(kept, service);
  // Consents given for one check do not apply to another.
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

/** The draft at the present charge: an approval of a different charge is withdrawn. */
export function repriced(draft: Draft, { credits }: WireService): Draft {
  return draft.credits === credits ? draft : { ...draft, credits, chargeApproved: false };
}

/** The names of a service's input kinds; a valid subject also counts as the one kind it is. */
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
