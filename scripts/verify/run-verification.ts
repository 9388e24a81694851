import pg from 'pg';
import { ConfigError } from '../../shared/config/environment.js';
import { readEvidenceConfig } from '../../shared/config/evidence.js';
import type { Sql } from '../../shared/db/database.js';
import { beginIn } from '../../shared/db/scope.js';
import { primaryOf } from '../../shared/db/servers.js';
import { sqlOf } from '../schema/sql-of.js';
import { reasonOf } from './reason-of.js';

/** Exit codes of a verification: scripts and alerts distinguish "broken" from "could not be checked". */
const EXIT = { holds: 0, broken: 1, notVerified: 2 } as const;

/**
 * Runs a verification on the database of DATABASE_URL and returns the exit code. `verify` prints its findings and
 * returns whether everything holds; `subject` names it in the message if it could not be checked.
 */
export async function runVerification(
  subject: string,
  verify: (sql: Sql) => Promise<boolean>,
): Promise<number> {
  try {
    const { databaseUrl } = readEvidenceConfig(process.env);
    return (await verifyOver(databaseUrl, verify)) ? EXIT.holds : EXIT.broken;
  } catch (error) {
    console.error(
      error instanceof ConfigError ? error.message : `${subject} could not be verified: ${reasonOf(error)}`,
    );
    return EXIT.notVerified;
  }
}

/**
 * Where tables are looked for, how timestamps come and that policies apply, as in the sessions of the processes, but
 * none of their time limits, because reading a long history may take long: whatever a server, database or role has.
 * Part of the transaction: the address may lead to pooled sessions.
 */
const SESSION_SETTINGS = [
  'SET LOCAL search_path = public; SET LOCAL datestyle = ISO; SET LOCAL row_security = on',
  'SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0',
].join('; ');

/** Runs a verification on the database at this address, for as long as it takes. */
export async function verifyOver(url: string, verify: (sql: Sql) => Promise<boolean>): Promise<boolean> {
  const client = new pg.Client({ connectionString: await primaryOf(url), application_name: 'verify' });
  // The driver reports a lost connection here as well as to the statement that waits. Unheard here, it would end the
  // process with 1, which says that the evidence is broken.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Across the rows of all clients. A transaction, because the address may lead to pooled sessions.
    await client.query(`${beginIn('operator')}; ${SESSION_SETTINGS}`);
    return await verify(sqlOf(client));
  } finally {
    await client.end();
  }
}
