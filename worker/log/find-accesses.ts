import { CHAIN_START } from '../../shared/crypto/keyed-hash.js';
import type { Sql } from '../../shared/db/database.js';
import type { LogRecord } from '../../shared/log/records.js';

/** Limits of one round: per client, and in total. The rest is left for the next round. */
const ROUND = { ofClient: 500, all: 2_000 } as const;

/**
 * Reads the accesses not yet in the log. A client's chain is numbered under a lock held until the commit, so nothing
 * appears behind its cursor later. Wallets do not show whose chain has grown, so every client is looked up. OFFSET 0
 * has the cursors worked out beforehand: under row-level security a coalesce is no condition for an index, and every
 * access ever recorded would be read.
 */
export async function findAccesses(sql: Sql): Promise<{ records: LogRecord[]; more: boolean }> {
  const rows = await sql.query<{ client_id: string; entry_no: number; hash: Buffer }>(
    `SELECT e.client_id, e.entry_no, e.hash
     FROM (
       SELECT k.id, coalesce(c.access_no, 0) AS sealed
       FROM clients k LEFT JOIN log_cursors c ON c.client_id = k.id OFFSET 0
     ) AS known CROSS JOIN LATERAL (
       SELECT client_id, entry_no, hash FROM access_log a
       WHERE a.client_id = known.id AND a.entry_no > known.sealed
       ORDER BY a.entry_no LIMIT ${ROUND.ofClient}) AS e
     ORDER BY e.client_id, e.entry_no LIMIT ${ROUND.all}`,
  );
  const counts = new Map<string, number>();
  for (const { client_id } of rows) counts.set(client_id, (counts.get(client_id) ?? 0) + 1);
  const isCut = [...counts.values()].some((count) => count === ROUND.ofClient);
  return {
    records: rows.map(({ client_id: clientId, entry_no: no, hash }) => ({
      kind: 'access',
      clientId,
      no,
      hash,
    })),
    more: isCut || rows.length === ROUND.all,
  };
}

/** Moves the cursors of the clients these accesses belong to. */
export async function moveAccessCursors(sql: Sql, accesses: readonly LogRecord[]): Promise<void> {
  if (accesses.length === 0) return;
  const last = new Map(accesses.map(({ clientId, no }) => [clientId, no]));
  await sql.query(
    `INSERT INTO log_cursors (client_id, wallet_no, consent_no, ledger_no, ledger_hash, ledger_at, access_no)
     SELECT id, 0, 0, 0, $3, 'epoch', no FROM unnest($1::uuid[], $2::integer[]) AS moved (id, no)
     ON CONFLICT (client_id) DO UPDATE SET access_no = excluded.access_no`,
    [[...last.keys()], [...last.values()], CHAIN_START],
  );
}
