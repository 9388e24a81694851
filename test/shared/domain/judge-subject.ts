import { type CleanedSubject, cleanSubject } from '../../../shared/domain/input-types.js';
import { type ServiceCode, serviceOf } from '../../../shared/services/index.js';

export const NOW = new Date('2026-09-15T12:00:00Z');

/** Judges a subject as a request for that service would have it judged on 15 September 2026. */
export function judge(service: ServiceCode, raw: string, now = NOW): CleanedSubject {
  return cleanSubject(serviceOf(service), raw, now);
}

/** The clean form, or the code when the subject is refused. */
export function cleanOrCode(service: ServiceCode, raw: string, now = NOW): string {
  const judged = judge(service, raw, now);
  return judged.ok ? judged.value : judged.code;
}

/** The message of a refusal; throws when the subject is accepted. */
export function messageOf(service: ServiceCode, raw: string, now = NOW): string {
  const judged = judge(service, raw, now);
  if (judged.ok) throw new Error(`Expected a refusal by ${service}`);
  return judged.message;
}
