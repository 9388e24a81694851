import type { Sql } from '../db/database.js';

/**
 * Counts the wallets that differ from the sum of their entries, or whose reserved credits differ from the open
 * reservations; both on one snapshot, so that credits which move meanwhile are no fault. Adds up every entry there
 * is: give it a connection that may take its time. `findLedgerFaults` says what exactly is wrong.
 */
export async function countImbalances(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ imbalances: number }>(
    `SELECT count(*)::int AS imbalances
     FROM wallets w
     LEFT JOIN (
       SELECT client_id, sum(balance_delta) AS balance, sum(reserved_delta) AS reserved
       FROM wallet_entries GROUP BY client_id
     ) AS entries USING (client_id)
     LEFT JOIN (
       SELECT client_id, sum(credits_reserved) AS reserved
       FROM verifications WHERE status <> 'completed' GROUP BY client_id
     ) AS holds USING (client_id)
     WHERE w.balance <> coalesce(entries.balance, 0) OR w.reserved <> coalesce(entries.reserved, 0)
       OR w.reserved <> coalesce(holds.reserved, 0)`,
  );
  return row?.imbalances ?? 0;
}
