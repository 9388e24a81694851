import { ACCESS_COLUMNS, type AccessRow, accessHash } from '../access-log/access-record.js';
import { CHAIN_START } from '../crypto/keyed-hash.js';
import type { Sql } from '../db/database.js';

const PAGE = 1_000;

export interface AccessChainReport {
  /** Entries that hold. */
  rows: number;
  clients: number;
  /** The first entry of each broken chain that does not. */
  broken: { clientId: string; entryNo: number; problem: string }[];
}

/**
 * Re-computes the access log of every client from its first entry and names the first broken one of each. Entries
 * removed from the end leave no trace in the table itself: compare the counts with an earlier report.
 */
export async function verifyAccessChains(sql: Sql): Promise<AccessChainReport> {
  const clients = await sql.query<{ client_id: string }>('SELECT DISTINCT client_id FROM access_log');
  const report: AccessChainReport = { rows: 0, clients: clients.length, broken: [] };
  for (const { client_id: clientId } of clients) {
    const { rows, broken } = await verifyChain(sql, clientId);
    report.rows += rows;
    if (broken !== undefined) report.broken.push({ clientId, ...broken });
  }
  return report;
}

async function verifyChain(
  sql: Sql,
  clientId: string,
): Promise<{ rows: number; broken?: { entryNo: number; problem: string } }> {
  let last = 0;
  let previous: Buffer = CHAIN_START;
  for (;;) {
    const page = await sql.query<AccessRow>(
      `SELECT ${Object.keys(ACCESS_COLUMNS).join(', ')} FROM access_log
       WHERE client_id = $1 AND entry_no > $2 ORDER BY entry_no LIMIT ${PAGE}`,
      [clientId, last],
    );
    for (const row of page) {
      const problem = problemOf(row, last + 1, previous);
      if (problem !== undefined) return { rows: last, broken: { entryNo: row.entry_no, problem } };
      last = row.entry_no;
      previous = row.hash;
    }
    if (page.length < PAGE) return { rows: last };
  }
}

function problemOf(row: AccessRow, expectedNo: number, previous: Buffer): string | undefined {
  if (row.entry_no !== expectedNo) return `an entry is missing before it: number ${expectedNo} was expected`;
  if (!row.previous_hash.equals(previous)) return 'it does not continue the entry before it';
  if (!row.hash.equals(accessHash(row))) return 'its content does not match its hash';
  return undefined;
}
