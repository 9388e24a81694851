import type { ApiError } from '../../errors/catalogue.js';
import { placesTaken } from '../../limits/headers.js';

/** Most documents take tens of milliseconds, so whoever comes after these would wait for seconds. */
const MOST_WAITING = 50;
/** Of one client, so that it takes several to fill the queue. */
const MOST_WAITING_OF_A_CLIENT = 10;
const RETRY_AFTER_SECONDS = 2;

/**
 * Makes documents one after the other: each holds its pages in memory until it is finished, and together they would
 * only share the same processor. The function throws `rate_limited` when too many wait already, of this client or of
 * all together.
 */
export function inTurn(): <T>(clientId: string, make: () => Promise<T>) => Promise<T> {
  const waiting: string[] = [];
  let last: Promise<unknown> = Promise.resolve();
  return async (clientId, make) => {
    const refusal = refusalOf(clientId, waiting);
    if (refusal !== undefined) throw refusal;
    waiting.push(clientId);
    const made = last.then(make).finally(() => waiting.splice(waiting.indexOf(clientId), 1));
    // Whoever comes next does not care whether this one succeeded.
    last = made.catch(() => undefined);
    return made;
  };
}

/** By the narrower of the two limits first: it is the one that the client can do something about. */
function refusalOf(clientId: string, waiting: readonly string[]): ApiError | undefined {
  const own = waiting.filter((id) => id === clientId).length;
  if (own >= MOST_WAITING_OF_A_CLIENT) {
    return placesTaken('pdf-reports', MOST_WAITING_OF_A_CLIENT, RETRY_AFTER_SECONDS);
  }
  if (waiting.length < MOST_WAITING) return undefined;
  return placesTaken('pdf-reports-of-all', MOST_WAITING, RETRY_AFTER_SECONDS);
}
