import type { ClientRequest } from '../client/request.js';
import { type Submitter, sendUntilAccepted } from '../client/submit.js';
import type { Finding } from './find-broken-promises.js';

const AT_ONCE = 16;

/**
 * Sends every request once more, as a client that lost its answers; the ids that come back are noted with the rest.
 * Returns those that nobody answers any more.
 */
export async function replayAll(requests: readonly ClientRequest[], to: Submitter): Promise<Finding[]> {
  const waiting = [...requests];
  const unanswered: Finding[] = [];
  async function lane(): Promise<void> {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      await sendUntilAccepted(next, to).catch((error: Error) => {
        unanswered.push({ kind: 'lost', what: error.message });
        // Nobody serves: the others would only wait as long.
        waiting.length = 0;
      });
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return unanswered;
}
