import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientRequest } from './request.js';

/** Where and as whom to submit. `nextUrl` says which API the next attempt goes to. */
export interface Submitter {
  nextUrl(): string;
  token(): string;
}

const RETRY_MS = 250;
/** Longer than any wait that is asked for; an API that stands still is given up. */
const PATIENCE_MS = 12_000;

/**
 * Sends a request once, as its client would. True when an answer says that it was accepted; false when there was none
 * or the service could not serve, so that the same has to be sent again with the same key.
 */
export async function sendOnce(request: ClientRequest, to: Submitter, prefer: string): Promise<boolean> {
  try {
    const response = await fetch(`${to.nextUrl()}/api/v1/verifications`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${to.token()}`,
        'content-type': 'application/json',
        'idempotency-key': request.key,
        prefer,
      },
      body: JSON.stringify(request.body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { request_id: id } = (await response.json()) as { request_id?: unknown };
    count(request, String(response.status));
    if (typeof id !== 'string') return false;
    request.ids.add(id);
    return true;
  } catch {
    count(request, 'lost');
    return false;
  }
}

/** Sends a request, with the same key, until somebody has acknowledged it. Throws when nobody does for so long. */
export async function sendUntilAccepted(
  request: ClientRequest,
  to: Submitter,
  { prefer = 'respond-async', withinMs = 60_000 }: { prefer?: string; withinMs?: number } = {},
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await sendOnce(request, to, prefer))) {
    if (performance.now() > deadline) {
      throw new Error(`Nobody accepted ${request.key}: ${JSON.stringify(request.answers)}`);
    }
    await sleep(RETRY_MS);
  }
}

function count({ answers }: ClientRequest, what: string): void {
  answers[what] = (answers[what] ?? 0) + 1;
}
