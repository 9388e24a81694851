import { ApiFailure } from '../../lib/api/failure.js';

/** What /readyz reports about the process that answered (contract 8); a process about to stop reports nothing else. */
export interface Readiness {
  checks: {
    process?: string;
    database?: string;
    migrations?: string;
    history?: string;
    durability?: string;
    redis?: string;
  };
}

/** Asks the API whether it is ready; "no" is an answer too. Throws ApiFailure if it does not answer. */
export async function loadReadiness(signal: AbortSignal): Promise<Readiness> {
  const response = await fetch('/readyz', { signal, cache: 'no-store' }).catch(() => undefined);
  const body = (await response?.json().catch(() => undefined)) as Partial<Readiness> | undefined;
  if (body?.checks === undefined)
    throw new ApiFailure(0, 'unreachable', 'The service does not report its state.');
  return { checks: body.checks };
}
