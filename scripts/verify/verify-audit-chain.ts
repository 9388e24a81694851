import { chainHash } from '../../shared/crypto/keyed-hash.js';
import type { Sql } from '../../shared/db/database.js';
import { type AuditRow, auditRecord } from '../../shared/evidence/append-audit.js';
import { type Link, PAGE, walkChain } from './walk-chain.js';

export interface AuditChainReport {
  /** Intact entries, from the first one on. */
  rows: number;
  /** The first broken entry. */
  broken?: { entryNo: number; problem: string };
}

/**
 * Recomputes the chain of the audit log from its first entry and names the first broken one. Entries removed from the
 * end leave no trace in the table itself: compare the count with an earlier report.
 */
export async function verifyAuditChain(sql: Sql): Promise<AuditChainReport> {
  const { rows, broken } = await walkChain<AuditRow & Link>({
    called: 'entry',
    read: (after) =>
      sql.query(
        `SELECT entry_no, recorded_at, actor, action, target, ip_address, details, previous_hash, hash FROM audit_log
         WHERE entry_no > $1 ORDER BY entry_no LIMIT ${PAGE}`,
        [after],
      ),
    numberOf: (row) => row.entry_no,
    hashOf: (row) => chainHash(row.previous_hash, auditRecord(row)),
  });
  if (broken === undefined) return { rows };
  return { rows, broken: { entryNo: broken.row.entry_no, problem: broken.problem } };
}
