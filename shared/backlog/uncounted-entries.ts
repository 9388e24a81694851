import type { Sql } from '../db/database.js';
import { oldestAge } from './oldest-age.js';

/** What the daily figures do not contain yet. */
export interface Uncounted {
  clients: number;
  /** Age in seconds of the oldest entry of a ledger that is not counted; null if all are. */
  oldestSeconds: number | null;
}

/**
 * Finds how far the daily figures are behind the ledgers. It compares two rows of every client, which is too much for
 * each scrape, and reads one entry of those who have any to count: its number is worked out first, because under
 * row-level security a sum is only a filter, never what an index is searched for.
 */
export async function loadUncounted(sql: Sql): Promise<Uncounted> {
  const [row] = await sql.query<{ clients: number; oldest_seconds: number | null }>(
    `WITH behind AS MATERIALIZED (
       SELECT w.client_id, coalesce(p.entry_no, 0) + 1 AS next_no
       FROM wallets w LEFT JOIN figure_positions p USING (client_id) WHERE w.last_entry_no > coalesce(p.entry_no, 0)
     )
     SELECT count(*)::int AS clients, ${oldestAge('e.created_at')} AS oldest_seconds
     FROM behind JOIN wallet_entries e ON e.client_id = behind.client_id AND e.entry_no = behind.next_no`,
  );
  return { clients: row?.clients ?? 0, oldestSeconds: row?.oldest_seconds ?? null };
}
