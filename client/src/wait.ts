import { type Deadline, sleep } from './deadline.js';
import { TimeoutError, VerificationClientError } from './errors.js';
import { isPassing, pauseMs, readRetryAfter } from './retry.js';
import type { Call, Transport } from './transport.js';
import type { Report } from './types.js';

// The maximum time the API waits.
const MAX_WAIT_SECONDS = 30;

/** How long the API may wait, so that its answer still arrives in time. */
export function waitSecondsWithin(deadline: Deadline): number {
  const seconds = Math.floor(deadline.remainingMs() / 1_000) - 1;
  return Math.min(MAX_WAIT_SECONDS, Math.max(0, seconds));
}

/** The call that reads a report. */
export function reportCall(requestId: string, waitSeconds?: number): Call {
  const path = `/api/v1/verifications/${encodeURIComponent(requestId)}`;
  return { method: 'GET', path, repeatable: true, waitSeconds };
}

/**
 * Reads a report until it has left `pending` or time runs out; then returns the last one read, or what was known
 * before. The API itself waits as long as it may; pauses between its answers grow, and are never shorter than it asks.
 * A transient failure ends the wait like a timeout. Throws if nothing is known by then.
 */
export async function waitUntilSettled<Known = never>(
  transport: Transport,
  requestId: string,
  deadline: Deadline,
  known?: Known,
): Promise<Report | Known> {
  let last: Report | Known | undefined = known;
  for (let looks = 1; ; looks += 1) {
    try {
      const answer = await transport.send(reportCall(requestId, waitSecondsWithin(deadline)), deadline);
      const report = answer.json as Report;
      const pause = pauseMs(readRetryAfter(answer.headers), looks);
      if (report.status !== 'pending' || pause >= deadline.remainingMs()) return report;
      last = report;
      await sleep(pause, deadline.signal);
    } catch (error) {
      if (last !== undefined && (error instanceof TimeoutError || isPassing(error))) return last;
      if (error instanceof VerificationClientError) error.requestId = requestId;
      throw error;
    }
  }
}
