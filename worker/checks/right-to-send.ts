import { type Moment, momentNow, msBetween } from '../moment.js';
import type { MayStillSend } from '../providers/provider.js';

/** An older answer no longer holds: a process or machine that was suspended in between has to ask again. */
const ANSWER_WITHIN_MS = 1_000;

export interface RightToSend {
  /** Whether, as far as others know, the call is still this worker's. Rejects when they cannot be asked. */
  isOurs(): Promise<boolean>;
  /** The worker's current life, and the one in which it claimed the call. */
  life(): number | undefined;
  claimedIn: number;
  /** Replaced in tests. */
  now?: () => Moment;
}

/**
 * Asks, right before the first byte, whether the call may still be sent (architecture 7). The answer only
 * counts if less than a second has passed since the question, by both the monotonic and the wall clock.
 */
export function askRightToSend({ isOurs, life, claimedIn, now = momentNow }: RightToSend): MayStillSend {
  return async (over) => {
    for (;;) {
      const asked = now();
      const ours = await isOurs();
      if (!ours) return 'right_lost';
      const answered = now();
      if (life() !== claimedIn) return 'worker_silent';
      if (msBetween(asked, answered) < ANSWER_WITHIN_MS) return undefined;
      if (over.aborted) return 'right_unknown';
    }
  };
}
