import type { ApiDeps } from '../../deps.js';
import type { VerificationKey, VerificationVersion } from '../load-verification.js';

/** Reads the version of a verification; undefined if the client has none with this id. */
export type ReadVersion = (key: VerificationKey) => Promise<VerificationVersion | undefined>;

/**
 * Reads the version of a client's verification; if it is pending, waits until it is settled, `waitMs` have passed or
 * the caller has hung up. Undefined if the client has none with this id.
 */
export async function settledVersion(
  { readVersion, settlements }: { readVersion: ReadVersion } & Pick<ApiDeps, 'settlements'>,
  key: VerificationKey,
  waitMs: number,
  hungUp: AbortSignal,
): Promise<VerificationVersion | undefined> {
  if (waitMs === 0) return readVersion(key);
  const needless = new AbortController();
  // Started before the row is read, so that a settlement in between is not missed.
  const settled = settlements.wait(key, waitMs, AbortSignal.any([hungUp, needless.signal]));
  try {
    const version = await readVersion(key);
    if (version?.status !== 'pending') return version;
    await settled;
    return hungUp.aborted ? version : await readVersion(key);
  } finally {
    needless.abort();
  }
}
