import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { Stored, StoredEntry, StoredVerification } from './round.js';

/** Reads what is stored of a client. Throws when it has no wallet. */
export async function readStored(sql: Sql, clientId: string): Promise<Stored> {
  const [wallet] = await sql.query<Stored['wallet']>(
    'SELECT balance, reserved FROM wallets WHERE client_id = $1',
    [clientId],
  );
  if (wallet === undefined) throw new Error(`Client ${clientId} has no wallet`);
  return {
    wallet,
    verifications: await readVerifications(sql, clientId),
    entries: await readEntries(sql, clientId),
  };
}

async function readVerifications(sql: Sql, clientId: string): Promise<StoredVerification[]> {
  const rows = await sql.query<StoredVerification>(
    `SELECT v.id, v.idempotency_key AS key, v.credits, v.status,
       (SELECT count(*)::int FROM consent_evidence e WHERE e.verification_id = v.id) AS evidence
     FROM verifications v WHERE v.client_id = $1`,
    [clientId],
  );
  return rows.map((row) => ({ ...row, id: toPublicId('verification', row.id) }));
}

type EntryRow = Omit<StoredEntry, 'requestId'> & { verification_id: string | null };

async function readEntries(sql: Sql, clientId: string): Promise<StoredEntry[]> {
  const rows = await sql.query<EntryRow>(
    `SELECT kind, amount, balance_after - reserved_after AS available, verification_id, idempotency_key AS key
     FROM wallet_entries WHERE client_id = $1 ORDER BY entry_no`,
    [clientId],
  );
  return rows.map(({ verification_id: id, ...entry }) => ({
    ...entry,
    requestId: id === null ? null : toPublicId('verification', id),
  }));
}
