import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { verifyAccessChains } from './verify-access-chains.js';
import { verifyAuditChain } from './verify-audit-chain.js';
import { type BrokenLink, verifyConsentChains } from './verify-consent-chains.js';
import { verifyLog } from './verify-log.js';

/**
 * Verifies the chains of consents, of the audit log and of the access logs, and the transparency log, prints the
 * findings, and returns whether everything holds.
 */
export async function reportEvidence(sql: Sql): Promise<boolean> {
  const consents = await verifyConsentChains(sql);
  console.log(`Consent evidence: ${consents.rows} rows of ${consents.clients} clients hold.`);
  if (consents.erased > 0) {
    console.log(`Erased: ${consents.erased} verifications keep their consent and have no personal data.`);
  }
  for (const link of consents.broken) console.log(describe(link));
  const audit = await verifyAuditChain(sql);
  console.log(`Audit log: ${audit.rows} entries hold.`);
  if (audit.broken !== undefined) {
    console.log(`BROKEN audit log, entry ${audit.broken.entryNo}: ${audit.broken.problem}`);
  }
  const log = await verifyLog(sql);
  console.log(`Transparency log: ${log.entries} entries${log.problems.length === 0 ? ' hold' : ''}.`);
  for (const problem of log.problems) console.log(`BROKEN transparency log: ${problem}`);
  const accesses = await verifyAccessChains(sql);
  console.log(`Access log: ${accesses.rows} entries of ${accesses.clients} clients hold.`);
  for (const { clientId, entryNo, problem } of accesses.broken) {
    console.log(`BROKEN access log of ${toPublicId('client', clientId)}, entry ${entryNo}: ${problem}`);
  }
  const chains = [
    ...consents.broken,
    ...accesses.broken,
    ...(audit.broken === undefined ? [] : [audit.broken]),
  ];
  return chains.length === 0 && log.problems.length === 0;
}

function describe({ clientId, evidenceNo, verificationId, problem }: BrokenLink): string {
  const client = toPublicId('client', clientId);
  const verification = toPublicId('verification', verificationId);
  return `BROKEN consent evidence of ${client}, number ${evidenceNo}, ${verification}: ${problem}`;
}
