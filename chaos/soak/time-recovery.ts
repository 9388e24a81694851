import { setTimeout as sleep } from 'node:timers/promises';
import { fromPublicId } from '../../shared/domain/ids.js';
import type { ClientRequest } from '../client/request.js';
import type { Soak } from './soak.js';

/** A circuit stays open for at most a minute, a job with a dead worker for 25 seconds. */
const RECOVERS_WITHIN_MS = 180_000;
const PROBE_EVERY_MS = 1_000;
const LOOK_EVERY_MS = 100;

/**
 * Submits request after request until one of them is completed; returns how many milliseconds that took. Undefined if
 * none is within three minutes.
 */
export async function timeRecovery(soak: Soak, name: string): Promise<number | undefined> {
  const startedAt = performance.now();
  const probes: ClientRequest[] = [];
  let nextProbeAt = startedAt;
  while (performance.now() - startedAt < RECOVERS_WITHIN_MS) {
    if (performance.now() >= nextProbeAt) {
      probes.push(soak.load.probe(`${name}-${probes.length + 1}`));
      nextProbeAt += PROBE_EVERY_MS;
    }
    await sleep(LOOK_EVERY_MS);
    if (await anyCompleted(soak, probes)) return Math.round(performance.now() - startedAt);
  }
  return undefined;
}

async function anyCompleted({ db }: Soak, probes: readonly ClientRequest[]): Promise<boolean> {
  const ids = probes.flatMap((probe) => [...probe.ids].map((id) => fromPublicId('verification', id)));
  if (ids.length === 0) return false;
  const query = `SELECT FROM verifications WHERE id = ANY($1::uuid[]) AND status = 'completed' LIMIT 1`;
  // PostgreSQL may be down because of another fault.
  return (await db.query(query, [ids]).catch(() => [])).length > 0;
}
