import pg from 'pg';
import { ConfigError } from '../shared/config/environment.js';
import { readEvidenceConfig } from '../shared/config/evidence.js';
import type { Sql } from '../shared/db/database.js';
import { toPublicId } from '../shared/domain/ids.js';
import { verifyAuditChain } from '../shared/evidence/verify-audit-chain.js';
import { type BrokenLink, verifyConsentChains } from '../shared/evidence/verify-consent-chains.js';

/** How the process ends: scripts and alarms tell "broken" from "could not look". */
const EXIT = { holds: 0, broken: 1, notVerified: 2 } as const;

try {
  process.exitCode = (await holds()) ? EXIT.holds : EXIT.broken;
} catch (error) {
  const reason = error instanceof Error ? error.message || error.name : String(error);
  console.error(error instanceof ConfigError ? reason : `The evidence could not be verified: ${reason}`);
  process.exitCode = EXIT.notVerified;
}

/** Verifies both chains and prints what was found; says whether everything holds. */
async function holds(): Promise<boolean> {
  const { databaseUrl } = readEvidenceConfig(process.env);
  // A connection without the limits of the processes: reading a long history may take its time.
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'verify-evidence' });
  await client.connect();
  try {
    const sql = sqlOf(client);
    const consents = await verifyConsentChains(sql);
    console.log(`Consent evidence: ${consents.rows} rows of ${consents.clients} clients hold.`);
    for (const link of consents.broken) console.log(describe(link));
    const audit = await verifyAuditChain(sql);
    console.log(`Audit log: ${audit.rows} entries hold.`);
    if (audit.broken !== undefined) {
      console.log(`BROKEN audit log, entry ${audit.broken.entryNo}: ${audit.broken.problem}`);
    }
    return consents.broken.length === 0 && audit.broken === undefined;
  } finally {
    await client.end();
  }
}

function sqlOf(client: pg.Client): Sql {
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
  };
}

function describe({ clientId, evidenceNo, verificationId, problem }: BrokenLink): string {
  const client = toPublicId('client', clientId);
  const verification = toPublicId('verification', verificationId);
  return `BROKEN consent evidence of ${client}, number ${evidenceNo}, ${verification}: ${problem}`;
}
