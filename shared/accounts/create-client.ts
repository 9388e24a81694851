import type { Sql } from '../db/database.js';
import { toPublicId } from '../domain/ids.js';
import { type Actor, appendAudit } from '../evidence/append-audit.js';

export interface NewClient {
  /** Made before the transaction, so that running it again finds its own earlier effect. */
  id: string;
  name: string;
  lowBalanceThreshold: number | null;
  /** Null keeps personal data until it is erased. */
  retentionDays: number | null;
}

/**
 * Creates a client together with its empty wallet, so that there never is one without the other, and says so in the
 * audit log. Safe to run again after a lost commit.
 */
export async function createClient(sql: Sql, client: NewClient, by: Actor): Promise<void> {
  const created = await sql.query(
    `INSERT INTO clients (id, name, low_balance_threshold, retention_days)
     VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING RETURNING id`,
    [client.id, client.name, client.lowBalanceThreshold, client.retentionDays],
  );
  if (created.length === 0) return;
  await sql.query('INSERT INTO wallets (client_id) VALUES ($1)', [client.id]);
  await appendAudit(sql, {
    ...by,
    action: 'client.created',
    target: toPublicId('client', client.id),
    details: {
      name: client.name,
      low_balance_threshold: client.lowBalanceThreshold,
      retention_days: client.retentionDays,
    },
  });
}
