import { expect } from 'chai';
import { withClient } from '../../../harness/with-client.js';
import { ADVISORY_LOCKS } from '../../../shared/db/advisory-locks.js';
import { superuserUrlOf } from '../database/superuser.js';
import { untilBlocked } from '../database/until-blocked.js';
import type { Answer } from '../http/client.js';
import type { ApiProcess, Service } from './service.js';

/** A lock that most acts wait for when they have written everything but their audit entry, and committed nothing. */
export const BEFORE_COMMIT = `SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.audit})`;

/** The API of this moment: each is killed in its turn. */
export function currentApi(service: Service): ApiProcess {
  return service.apis[service.apis.length - 1] ?? service.api;
}

/** Has the API of this moment killed where this act waits for a lock that a statement takes, and starts another. */
export async function killAtLock(
  service: Service,
  databaseUrl: string,
  lock: string,
  act: () => Promise<Answer>,
): Promise<void> {
  await withClient(superuserUrlOf(databaseUrl), async (client) => {
    await client.query('BEGIN');
    await client.query(lock);
    const answer = act().catch(() => 'connection lost');
    await untilBlocked(service.db);
    await currentApi(service).kill();
    expect(await answer).to.equal('connection lost');
    await client.query('ROLLBACK');
  });
  await service.startApi();
}
