import type { Sql } from '../shared/db/database.js';
import { countBy } from './count-by.js';
import { waitFor } from './wait-for.js';

/** Counts the verifications of a client, or of all clients, by status. */
export async function statusesOf(sql: Sql, clientId?: string): Promise<Record<string, number>> {
  const rows = await sql.query<{ status: string }>(
    'SELECT status FROM verifications WHERE $1::uuid IS NULL OR client_id = $1::uuid',
    [clientId ?? null],
  );
  return countBy(rows, ({ status }) => status);
}

/** Waits until no verification of the client is pending, and returns how many ended in each status. */
export function waitUntilSettled(
  sql: Sql,
  clientId?: string,
  timeoutMs = 30_000,
): Promise<Record<string, number>> {
  return waitFor(
    async () => {
      const statuses = await statusesOf(sql, clientId);
      return statuses.pending === undefined && statuses;
    },
    { timeoutMs, describe: 'no verification is pending' },
  );
}
