import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientRequest } from './request.js';

/** Where to submit, and as whom. `nextUrl` chooses the API of the next attempt. */
export interface Submitter {
  nextUrl(): string;
  token(): string;
}

const RETRY_MS = 250;
/** Longer than any wait that is requested; an API that hangs is abandoned. */
const PATIENCE_MS = 12_000;

/**
 * Sends a request once, like its client. True if an answer says that it was accepted; false if there was none or the
 * service was unavailable, so that it has to be sent again with the same key.
 */
export async function sendOnce(request: ClientRequest, to: Submitter, prefer: string): Promise<boolean> {
  try {
    const response = await post(request, to, prefer, PATIENCE_MS);
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

/** Makes one attempt to submit a request; rejects if there is no answer within `timeoutMs`. */
export function post(
  { key, body }: Pick<ClientRequest, 'key' | 'body'>,
  to: Submitter,
  prefer: string,
  timeoutMs: number,
): Promise<Response> {
  return fetch(`${to.nextUrl()}/api/v1/verifications`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${to.token()}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      prefer,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
}

/** Sends a request, with the same key, until it is acknowledged. Throws if that takes too long. */
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
