import { type Moment, momentNow, msBetween } from '../moment.js';
import type { MayStillSend } from '../providers/provider.js';

/** An older answer says nothing of now: a process or a machine that stood still in between asks again. */
const ANSWER_WITHIN_MS = 1_000;

export interface RightToSend {
  /** Whether the call is still this worker's by what others know. Rejects when they cannot be asked. */
  isOurs(): Promise<boolean>;
  /** The life of the worker now, and that in which it claimed the call. */
  life(): number | undefined;
  claimedIn: number;
  /** Another clock in tests. */
  now?: () => Moment;
}

/**
 * The question of architecture 7, asked right before the first byte: may this call still be sent? Its answer counts
 * only when less than a second passed since it was asked, by the even clock and by that on the wall.
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
