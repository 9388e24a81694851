import type { ClientRequest } from '../client/request.js';
import { type Submitter, sendUntilAccepted } from '../client/submit.js';
import type { Finding } from './find-broken-promises.js';

const AT_ONCE = 16;

/**
 * Sends every request once more, like a client that lost the answers, and records the ids that come back. Returns the
 * requests that are no longer answered.
 */
export async function replayAll(requests: readonly ClientRequest[], to: Submitter): Promise<Finding[]> {
  const waiting = [...requests];
  const unanswered: Finding[] = [];
  async function lane(): Promise<void> {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      await sendUntilAccepted(next, to).catch((error: Error) => {
        unanswered.push({ kind: 'lost', what: error.message });
        // Nothing is serving: the others would only wait as long.
        waiting.length = 0;
      });
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return unanswered;
}
