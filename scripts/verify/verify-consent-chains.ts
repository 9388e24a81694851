import type { Sql } from '../../shared/db/database.js';
import { CONSENT_COLUMNS, type ConsentRow, consentHash } from '../../shared/evidence/consent-record.js';
import { PAGE, walkChain } from './walk-chain.js';

/** A broken link in a chain, and what is wrong with it. */
export interface BrokenLink {
  clientId: string;
  evidenceNo: number;
  verificationId: string;
  problem: string;
}

export interface ChainReport {
  rows: number;
  clients: number;
  /** Verifications whose personal data is erased: their consents verify like all others, and name nobody. */
  erased: number;
  /** The first broken row of each broken chain. */
  broken: BrokenLink[];
}

/**
 * Recomputes the consent chain of every client from its first row and names the first broken row of each. Verifications
 * without evidence, and chains that end before the newest verification, are broken too: deleting the last rows of a
 * chain leaves no other trace.
 */
export async function verifyConsentChains(sql: Sql): Promise<ChainReport> {
  const clients = await sql.query<{ client_id: string }>(
    'SELECT DISTINCT client_id FROM verifications UNION SELECT DISTINCT client_id FROM consent_evidence',
  );
  const [count] = await sql.query<{ erased: number }>(
    'SELECT count(*)::int AS erased FROM verifications WHERE erased_at IS NOT NULL',
  );
  const report: ChainReport = { rows: 0, clients: clients.length, erased: count?.erased ?? 0, broken: [] };
  for (const { client_id } of clients) {
    const { rows, broken } = await verifyChain(sql, client_id);
    report.rows += rows;
    if (broken !== undefined) report.broken.push(broken);
  }
  return report;
}

async function verifyChain(sql: Sql, clientId: string): Promise<{ rows: number; broken?: BrokenLink }> {
  const { rows, broken } = await walkChain<ConsentRow>({
    called: 'row',
    read: (after) =>
      sql.query(
        `SELECT ${CONSENT_COLUMNS.join(', ')} FROM consent_evidence
         WHERE client_id = $1 AND evidence_no > $2 ORDER BY evidence_no LIMIT ${PAGE}`,
        [clientId, after],
      ),
    numberOf: (row) => row.evidence_no,
    hashOf: consentHash,
  });
  if (broken !== undefined) return { rows, broken: brokenLink(broken.row, broken.problem) };
  return { rows, ...(await missingEvidence(sql, clientId, rows)) };
}

async function missingEvidence(sql: Sql, clientId: string, last: number): Promise<{ broken?: BrokenLink }> {
  const [orphan] = await sql.query<{ id: string }>(
    `SELECT v.id FROM verifications v WHERE v.client_id = $1
     AND NOT EXISTS (SELECT 1 FROM consent_evidence e
                     WHERE e.verification_id = v.id AND e.client_id = v.client_id)
     ORDER BY v.created_at, v.id LIMIT 1`,
    [clientId],
  );
  if (orphan === undefined) return {};
  const problem = 'the verification has no consent evidence';
  return { broken: { clientId, evidenceNo: last + 1, verificationId: orphan.id, problem } };
}

function brokenLink(row: ConsentRow, problem: string): BrokenLink {
  return {
    clientId: row.client_id,
    evidenceNo: row.evidence_no,
    verificationId: row.verification_id,
    problem,
  };
}
