import type { CallState } from '../../../../shared/domain/states.js';
import type { Tone } from '../../lib/ui/badge.js';

/** The colour of each state of a call; the word says the same. */
export const CALL_TONES: Readonly<Record<CallState, Tone>> = {
  started: 'busy',
  not_sent: 'plain',
  refused_for_now: 'plain',
  refused: 'plain',
  answered: 'good',
  uncertain: 'warn',
  written_off: 'plain',
};
