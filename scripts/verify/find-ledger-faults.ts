import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';

/** A discrepancy in the credits of one client or verification. */
export interface LedgerFault {
  problem: string;
  /** Public id of the client or verification. */
  about: string;
}

interface Rule {
  problem: string;
  kind: 'client' | 'verification';
  /** Finds the ids that violate the rule. */
  query: string;
}

const RULES: readonly Rule[] = [
  {
    problem: 'the wallet differs from the sum of its entries',
    kind: 'client',
    query: `
      SELECT w.client_id AS id FROM wallets w LEFT JOIN wallet_entries e USING (client_id)
      GROUP BY w.client_id
      HAVING w.balance <> coalesce(sum(e.balance_delta), 0) OR w.reserved <> coalesce(sum(e.reserved_delta), 0)`,
  },
  {
    problem: 'an entry does not continue the one before it',
    kind: 'client',
    query: `
      SELECT DISTINCT client_id AS id FROM (
        SELECT *, sum(balance_delta) OVER ledger AS balance, sum(reserved_delta) OVER ledger AS reserved,
          row_number() OVER ledger AS place
        FROM wallet_entries WINDOW ledger AS (PARTITION BY client_id ORDER BY entry_no)
      ) AS entries
      WHERE balance_after <> balance OR reserved_after <> reserved OR entry_no <> place`,
  },
  {
    problem: 'the reserved credits differ from the open holds',
    kind: 'client',
    query: `
      SELECT w.client_id AS id FROM wallets w LEFT JOIN verifications v USING (client_id)
      GROUP BY w.client_id HAVING w.reserved <> coalesce(sum(v.credits_reserved), 0)`,
  },
  {
    problem: 'it was not reserved for exactly once',
    kind: 'verification',
    query: `
      SELECT v.id FROM verifications v
      LEFT JOIN wallet_entries e ON e.verification_id = v.id AND e.kind = 'reserve'
      GROUP BY v.id HAVING count(e.id) <> 1 OR sum(e.amount) <> v.credits`,
  },
  {
    problem: 'it is completed and was not settled exactly once, or is open and was',
    kind: 'verification',
    query: `
      SELECT v.id FROM verifications v
      LEFT JOIN wallet_entries e ON e.verification_id = v.id AND e.kind IN ('charge', 'release')
      GROUP BY v.id HAVING count(e.id) <> CASE v.status WHEN 'completed' THEN 1 ELSE 0 END`,
  },
  {
    problem: 'its charge differs from the ledger',
    kind: 'verification',
    query: `
      SELECT v.id FROM verifications v
      LEFT JOIN wallet_entries e ON e.verification_id = v.id AND e.kind = 'charge'
      GROUP BY v.id HAVING coalesce(sum(e.amount), 0) <> v.credits_charged`,
  },
];

/**
 * Sums the whole ledger and names every client and verification whose credits do not add up. Each rule is checked on
 * one snapshot, so credits moving meanwhile are not reported. Reads everything: give it a connection without a tight
 * time limit.
 */
export async function findLedgerFaults(sql: Sql): Promise<LedgerFault[]> {
  const faults: LedgerFault[] = [];
  for (const { problem, kind, query } of RULES) {
    const rows = await sql.query<{ id: string }>(query);
    faults.push(...rows.map(({ id }) => ({ problem, about: toPublicId(kind, id) })));
  }
  return faults;
}
