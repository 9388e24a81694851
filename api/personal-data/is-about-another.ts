import { hasIdentityNumber } from '../../shared/domain/identity-numbers.js';
import { maskWithin } from '../../shared/domain/mask.js';
import type { CallRow } from '../reviews/load-calls.js';

/**
 * Whether an answer is, or may be, about someone other than the subject, and so must not be in an export about them:
 * the provider mixes answers up (architecture 7). An answer a check was settled by was judged to be about the subject.
 * In any other, the echo, if present, must be the subject, and no identity number may be someone else's.
 */
export function isAboutAnother(
  call: Pick<CallRow, 'state' | 'reason'>,
  answer: string,
  subject: string,
): boolean {
  if (call.state === 'answered') return false;
  if (call.reason === 'wrong_subject') return true;
  const echo = echoIn(answer);
  if (echo !== undefined && echo !== subject) return true;
  return hasIdentityNumber(maskWithin(answer, subject), 'whole');
}

/** Whom an answer in the provider's envelope says it is about. */
function echoIn(answer: string): unknown {
  try {
    const body: unknown = JSON.parse(answer);
    return typeof body === 'object' && body !== null && 'subject' in body ? body.subject : undefined;
  } catch {
    return undefined;
  }
}
