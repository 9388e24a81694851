import { ACCESS_COLUMNS, type AccessRow, accessHash } from '../../shared/access-log/access-record.js';
import type { Sql } from '../../shared/db/database.js';
import { PAGE, type Walked, walkChain } from './walk-chain.js';

export interface AccessChainReport {
  /** Intact entries. */
  rows: number;
  clients: number;
  /** The first broken entry of each broken chain. */
  broken: { clientId: string; entryNo: number; problem: string }[];
}

/**
 * Recomputes the access log of every client from its first entry and names the first broken one of each. Entries
 * removed from the end leave no trace in the table itself: compare the counts with an earlier report.
 */
export async function verifyAccessChains(sql: Sql): Promise<AccessChainReport> {
  const clients = await sql.query<{ client_id: string }>('SELECT DISTINCT client_id FROM access_log');
  const report: AccessChainReport = { rows: 0, clients: clients.length, broken: [] };
  for (const { client_id: clientId } of clients) {
    const { rows, broken } = await verifyChain(sql, clientId);
    report.rows += rows;
    if (broken === undefined) continue;
    report.broken.push({ clientId, entryNo: broken.row.entry_no, problem: broken.problem });
  }
  return report;
}

function verifyChain(sql: Sql, clientId: string): Promise<Walked<AccessRow>> {
  return walkChain<AccessRow>({
    called: 'entry',
    read: (after) =>
      sql.query(
        `SELECT ${ACCESS_COLUMNS.join(', ')} FROM access_log
         WHERE client_id = $1 AND entry_no > $2 ORDER BY entry_no LIMIT ${PAGE}`,
        [clientId, after],
      ),
    numberOf: (row) => row.entry_no,
    hashOf: accessHash,
  });
}
