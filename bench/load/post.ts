import { randomUUID } from 'node:crypto';
import type { BenchClient } from '../../harness/create-clients.js';
import type { LoadJob } from './job.js';

/** A request that every implementation accepts, about an invented subject. */
export const BODY = JSON.stringify({
  service_code: 'said_verification',
  subject: '0001010000071',
  purpose: 'Screening before employment',
  authority_confirmed: true,
  charge_approved: true,
});

/** A load of POSTs with unique keys, rotating over these clients. With `async`, none waits for its result. */
export function postJob(
  port: number,
  clients: readonly BenchClient[],
  options: { connections: number; seconds: number; async: boolean; path?: string },
): LoadJob {
  const { connections, seconds, async, path = '/api/v1/verifications' } = options;
  return {
    port,
    connections,
    warmUpSeconds: 1,
    seconds,
    method: 'POST',
    paths: [path],
    tokens: clients.map(({ token }) => token),
    headers: { 'content-type': 'application/json', ...(async && { prefer: 'respond-async' }) },
    body: BODY,
    keyPrefix: randomUUID(),
  };
}
