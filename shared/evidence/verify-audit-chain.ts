import { CHAIN_START, chainHash } from '../crypto/keyed-hash.js';
import type { Sql } from '../db/database.js';
import { type AuditRow, auditRecord } from './append-audit.js';

const PAGE = 1_000;

export interface AuditChainReport {
  /** Entries that hold, from the first one on. */
  rows: number;
  /** The first entry that does not. */
  broken?: { entryNo: number; problem: string };
}

interface ChainedRow extends AuditRow {
  previous_hash: Buffer;
  hash: Buffer;
}

/**
 * Re-computes the chain of the audit log from its first entry and names the first broken one. Entries removed from the
 * end leave no trace in the table itself: compare the count with an earlier report.
 */
export async function verifyAuditChain(sql: Sql): Promise<AuditChainReport> {
  let last = 0;
  let previous: Buffer = CHAIN_START;
  for (;;) {
    const page = await sql.query<ChainedRow>(
      `SELECT entry_no, recorded_at, actor, action, target, ip_address, details, previous_hash, hash FROM audit_log
       WHERE entry_no > $1 ORDER BY entry_no LIMIT ${PAGE}`,
      [last],
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

function problemOf(row: ChainedRow, expectedNo: number, previous: Buffer): string | undefined {
  if (row.entry_no !== expectedNo) return `an entry is missing before it: number ${expectedNo} was expected`;
  if (!row.previous_hash.equals(previous)) return 'it does not continue the entry before it';
  if (!row.hash.equals(chainHash(previous, auditRecord(row)))) return 'its content does not match its hash';
  return undefined;
}
