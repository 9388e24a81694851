import type { ReviewReason } from '../../../../shared/domain/states.js';
import type { CallPhase } from '../../../../shared/wire/review.js';
import { humanise } from '../../lib/format.js';

/** Why a case is in review, in a few words and in a sentence. */
export const REASONS: Readonly<Record<ReviewReason, { short: string; long: string }>> = {
  no_answer: {
    short: 'No usable answer',
    long: 'The provider was called and gave no usable answer. It may have done the work and may charge for it.',
  },
  unclear_answer: {
    short: 'Unclear answer',
    long: 'The provider answered, but the answer does not say clearly what was found. The provider charges for it.',
  },
  history_changed: {
    short: 'Database restored',
    long: 'The database was replaced or restored while this was open. The provider may have been called, and may charge for it: ask it by the reference of the call.',
  },
  not_reached: {
    short: 'Never reached',
    long: 'The provider could not be reached for too long. Nothing was sent, so nothing can be charged.',
  },
};

export const PHASES: Readonly<Record<CallPhase, string>> = {
  in_flight: 'Under way',
  before_sending: 'Ended before anything was sent',
  no_answer: 'Sent, no complete answer',
  answered: 'Answered',
};

/**
 * Causes of connection failures, by the codes of Node.js and of the worker, in words that can be passed to the
 * provider.
 */
const CONNECTION_ERRORS: Readonly<Record<string, string>> = {
  DEADLINE: 'No answer in time',
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'Connection reset',
  ENOTFOUND: 'Host not found',
  EPIPE: 'Connection closed',
  ETIMEDOUT: 'Connection timed out',
  UNKNOWN: 'Unknown fault',
};

/** Why a call failed. */
export function callReason(reason: string): string {
  return (
    (Object.hasOwn(CONNECTION_ERRORS, reason) ? CONNECTION_ERRORS[reason] : undefined) ?? humanise(reason)
  );
}
