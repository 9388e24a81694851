import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchClient } from '../../harness/create-clients.js';
import type { Site } from '../../harness/site-servers.js';
import { withClient } from '../../harness/with-client.js';
import { sessionIn } from '../../shared/db/scope.js';

export interface PgbenchOptions {
  clients: readonly BenchClient[];
  /** Reservations per transaction. */
  rows: number;
  connections: number;
  seconds: number;
}

/** Reservations per second by PostgreSQL's own load generator: the product's rows, lock and numbering. */
export async function pgbench(site: Site, options: PgbenchOptions): Promise<number> {
  await prepare(site, options.clients);
  const script = join(site.logs, 'reserve.sql');
  writeFileSync(script, reserve(options.clients.length, options.rows));
  const args = ['-n', '-M', 'prepared', '-f', script, '-T', String(options.seconds)];
  args.push('-c', String(options.connections), '-j', '1', site.ownerUrl);
  const { stdout } = await promisify(execFile)(findPgbench(), args, {
    // Even the owner sees everyone's rows only with a declared scope.
    env: { ...process.env, PGOPTIONS: sessionIn('operator') },
  });
  const [, transactions] = /tps = ([\d.]+)/.exec(stdout) ?? [];
  return Number(transactions) * options.rows;
}

const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** On PATH, or where Debian keeps it. */
function findPgbench(): string {
  try {
    const [newest] = readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a));
    return join(DEBIAN_FOLDER, newest ?? '', 'bin', 'pgbench');
  } catch {
    return 'pgbench';
  }
}

/** pgbench can draw numbers but not ids: a table maps numbers to wallets. */
function prepare(site: Site, clients: readonly BenchClient[]): Promise<unknown> {
  return withClient(site.ownerUrl, async (client) => {
    await client.query(
      'CREATE TABLE IF NOT EXISTS bench_wallets (number integer PRIMARY KEY, client_id uuid NOT NULL)',
    );
    await client.query('TRUNCATE bench_wallets');
    await client.query(
      `INSERT INTO bench_wallets SELECT place, client_id FROM unnest($1::uuid[]) WITH ORDINALITY AS c (client_id, place)`,
      [clients.map(({ clientId }) => clientId)],
    );
  });
}

/** As long as the product's sealed short values: nonce, tag and ciphertext. */
const SEALED = `decode(repeat('ab', 42), 'hex')`;
const HASH = `decode(repeat('ab', 32), 'hex')`;

/** One transaction: lock the wallet, insert the rows of `rows` verifications, update the wallet. */
function reserve(wallets: number, rows: number): string {
  const numbers = `generate_series(1, ${rows}) AS n`;
  return `
\\set number random(1, ${wallets})
BEGIN;
SELECT w.client_id, w.reserved, w.balance, w.last_entry_no FROM wallets w
WHERE w.client_id = (SELECT client_id FROM bench_wallets WHERE number = :number) FOR UPDATE \\gset
SELECT coalesce(max(evidence_no), 0) AS evidence_no FROM consent_evidence WHERE client_id = :client_id::uuid \\gset
WITH new AS MATERIALIZED (
  SELECT n::integer, gen_random_uuid() AS id, gen_random_uuid() AS check_id, gen_random_uuid() AS entry_id FROM ${numbers}
), verifications AS (
  INSERT INTO verifications (id, client_id, idempotency_key, fingerprint, service_code, subject_type, subject_masked,
    subject_hash, data_key, subject_sealed, parameters_sealed, purpose, price_release, credits, credits_reserved,
    correlation_id)
  SELECT id, :client_id::uuid, id::text, ${HASH}, 'said_verification', 'sa_id_number', '*********0071', ${HASH},
    ${SEALED}, ${SEALED}, ${SEALED}, 'Screening before employment', '2026-09', 5, 5, id::text FROM new
), checks AS (
  INSERT INTO checks (id, client_id, verification_id, position, service_code)
  SELECT check_id, :client_id::uuid, id, 0, 'said_verification' FROM new
), evidence AS (
  INSERT INTO consent_evidence (client_id, evidence_no, verification_id, service_code, subject_hash, purpose,
    authority_confirmed, charge_approved, biometric_consent, credits, price_release, recorded_by, channel, recorded_at,
    previous_hash, hash)
  SELECT :client_id::uuid, :evidence_no + n, id, 'said_verification', ${HASH}, 'Screening before employment', true,
    true, false, 5, '2026-09', 'usr_00000000000000000000000000', 'api', now(), ${HASH}, ${HASH} FROM new
), entries AS (
  INSERT INTO wallet_entries (client_id, entry_no, id, kind, amount, balance_delta, reserved_delta, balance_after,
    reserved_after, verification_id)
  SELECT :client_id::uuid, :last_entry_no + n, entry_id, 'reserve', 5, 0, 5, :balance, :reserved + 5 * n, id FROM new
)
UPDATE wallets SET reserved = reserved + 5 * ${rows}, last_entry_no = last_entry_no + ${rows}, updated_at = now()
WHERE client_id = :client_id::uuid;
COMMIT;
`;
}
