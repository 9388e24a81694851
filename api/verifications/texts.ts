import type { ReviewReason } from '../../shared/domain/states.js';
import { type ServiceCode, serviceOf } from '../../shared/services/index.js';

const DO_NOT_REPEAT =
  'Do not submit this check again: a second request may be paid for twice. Keep the same idempotency key, and contact support with the request_id if you need the outcome urgently.';

const LOOKING = 'Support is looking into it.';
const NO_RESULT =
  'This is neither a positive nor a negative result; the credits stay reserved and nothing has been charged.';

/** What is said about a verification in manual review, by review reason. */
export const REVIEW_TEXTS: Readonly<Record<ReviewReason, { message: string; next_action: string }>> = {
  no_answer: {
    message: `The provider was called but gave no usable answer, so it is uncertain whether the check was carried out. ${LOOKING} ${NO_RESULT}`,
    next_action: DO_NOT_REPEAT,
  },
  unclear_answer: {
    message: `The provider answered, but its answer does not say clearly what the check found. ${LOOKING} ${NO_RESULT}`,
    next_action: DO_NOT_REPEAT,
  },
  history_changed: {
    message: `The database of the service was replaced or restored while this check was open, so it is uncertain whether the check was carried out. ${LOOKING} ${NO_RESULT}`,
    next_action: DO_NOT_REPEAT,
  },
  not_reached: {
    message: `The provider could not be reached for too long, so the check was not carried out. Support decides whether it is tried again. ${NO_RESULT}`,
    next_action: DO_NOT_REPEAT,
  },
};

/** Shown on every report (contract 4.4). */
export const CONFIDENTIALITY_NOTICE =
  'Confidential: this report contains personal information, obtained for the purpose stated in it. Only authorised users of the client may read it, and only for that purpose. A result is evidence on which a person decides, not the decision itself.';

/** Says where the facts of a report come from; for a bundle, the sources of every part. */
export function providerSource(code: ServiceCode): string {
  return `Upstream data provider: ${serviceOf(code).source}`;
}
