import type { ApiDeps } from '../deps.js';
import { loadVersion, type VerificationVersion } from './load-verification.js';

/**
 * Reads the version of a client's verification, if it is pending only after it is settled, after `waitMs`, or after
 * the caller has hung up. Undefined when the client has none with this id.
 */
export async function settledVersion(
  { db, settlements }: Pick<ApiDeps, 'db' | 'settlements'>,
  clientId: string,
  id: string,
  waitMs: number,
  hungUp: AbortSignal,
): Promise<VerificationVersion | undefined> {
  if (waitMs === 0) return loadVersion(db, clientId, id);
  const needless = new AbortController();
  // Begun before the row is read, so that a settlement between the two is not missed.
  const settled = settlements.wait(id, waitMs, AbortSignal.any([hungUp, needless.signal]));
  try {
    const version = await loadVersion(db, clientId, id);
    if (version?.status !== 'pending') return version;
    await settled;
    return hungUp.aborted ? version : await loadVersion(db, clientId, id);
  } finally {
    needless.abort();
  }
}
