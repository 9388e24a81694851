import type { Sql } from '../../shared/db/database.js';
import { findLedgerFaults } from './find-ledger-faults.js';

/** Sums the whole ledger, prints the findings, and returns whether everything adds up. */
export async function reportLedger(sql: Sql): Promise<boolean> {
  const faults = await findLedgerFaults(sql);
  for (const { about, problem } of faults) console.log(`BROKEN credits of ${about}: ${problem}`);
  const [sums] = await sql.query<{ wallets: string; balance: string; reserved: string }>(
    `SELECT count(*) AS wallets, coalesce(sum(balance), 0) AS balance, coalesce(sum(reserved), 0) AS reserved
     FROM wallets`,
  );
  console.log(
    `Ledger: ${sums?.wallets} wallets with ${sums?.balance} credits, ${sums?.reserved} of them reserved; ` +
      `${faults.length === 0 ? 'everything holds' : `${faults.length} faults`}.`,
  );
  return faults.length === 0;
}
