import type { Sql } from '../../shared/db/database.js';

/** Each check rereads this share of all entries in addition to the new ones: there are 96 checks a day. */
const REREAD_SHARE = 96;

/**
 * Counts the wallets that differ from the sum of their entries, or whose reserved credits differ from the open
 * reservations. Reads one snapshot, so that credits moving meanwhile are not reported. A ledger is read only from its
 * checkpoint on, except for clients whose turn it is: those found wrong, then those whose last full read is the oldest,
 * until they make up a 96th of all entries. A changed old entry is thus found within about a day. Writes the new
 * checkpoints; a client that does not balance starts over. Run by one process at a time, on a connection that may take
 * its time. `findLedgerFaults` says what exactly is wrong.
 */
export async function countImbalances(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ imbalances: number }>(
    `WITH turns AS (
       SELECT w.client_id, w.balance, w.reserved, w.last_entry_no, c.entry_no IS NULL OR c.faulty OR
         sum(w.last_entry_no) OVER (ORDER BY c.faulty DESC, c.reread_at, w.client_id) - w.last_entry_no
           <= sum(w.last_entry_no) OVER () / ${REREAD_SHARE} AS whole, c.entry_no, c.balance AS known_balance,
         c.reserved AS known_reserved, c.reread_at
       FROM wallets w LEFT JOIN ledger_checkpoints c USING (client_id)
     ), starts AS (
       SELECT client_id, balance, reserved, last_entry_no, CASE WHEN whole THEN now() ELSE reread_at END AS reread_at,
         CASE WHEN whole THEN 0 ELSE entry_no END AS start,
         CASE WHEN whole THEN 0 ELSE known_balance END AS start_balance,
         CASE WHEN whole THEN 0 ELSE known_reserved END AS start_reserved
       FROM turns
     ), judged AS (
       SELECT s.client_id, s.last_entry_no, s.balance, s.reserved, s.reread_at,
         s.balance <> s.start_balance + entries.balance OR s.reserved <> s.start_reserved + entries.reserved
           OR s.reserved <> (SELECT coalesce(sum(v.credits_reserved), 0) FROM verifications v
                             WHERE v.client_id = s.client_id AND v.status <> 'completed') AS faulty
       FROM starts s CROSS JOIN LATERAL (
         SELECT coalesce(sum(e.balance_delta), 0) AS balance, coalesce(sum(e.reserved_delta), 0) AS reserved
         FROM wallet_entries e WHERE e.client_id = s.client_id AND e.entry_no > s.start
       ) AS entries
     ), written AS (
       INSERT INTO ledger_checkpoints (client_id, entry_no, balance, reserved, faulty, reread_at)
       SELECT client_id, CASE WHEN faulty THEN 0 ELSE last_entry_no END, CASE WHEN faulty THEN 0 ELSE balance END,
         CASE WHEN faulty THEN 0 ELSE reserved END, faulty, reread_at
       FROM judged WHERE true
       ON CONFLICT (client_id) DO UPDATE SET entry_no = excluded.entry_no, balance = excluded.balance,
         reserved = excluded.reserved, faulty = excluded.faulty, reread_at = excluded.reread_at
     )
     SELECT count(*)::int AS imbalances FROM judged WHERE faulty`,
  );
  return row?.imbalances ?? 0;
}
