import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OperatorError } from '../../../shared/operator-error.js';
import { reasonOf } from '../../verify/reason-of.js';

const PAUSE_MS = 2_000;
/** cannot_connect_now: the server is starting, or recovering before it allows reads. */
const STARTING = '57P03';

/** Waits while a restored server is still recovering. Throws if it cannot be reached. */
export async function awaitRecovery(url: string): Promise<void> {
  while (!(await hasRecovered(url))) await sleep(PAUSE_MS);
}

async function hasRecovered(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'verify-restore' });
  // If the server ends while idle, the next query says why.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ done: boolean }>('SELECT NOT pg_is_in_recovery() AS done');
    return rows[0]?.done === true;
  } catch (error) {
    if ((error as pg.DatabaseError).code === STARTING) return false;
    throw new OperatorError(`The database of RESTORED_DATABASE_URL cannot be reached: ${reasonOf(error)}`, {
      cause: error,
    });
  } finally {
    await client.end();
  }
}
