import type { Sql } from '../db/database.js';
import { toPublicId } from '../domain/ids.js';
import { type Actor, appendAudit } from '../evidence/append-audit.js';

export interface NewClient {
  /** Generated before the transaction, so that a retry recognises its own earlier effect. */
  id: string;
  name: string;
  lowBalanceThreshold: number | null;
  /** Null keeps personal data until it is erased. */
  retentionDays: number | null;
}

/**
 * Creates a client together with its empty wallet, so that neither ever exists without the other, and records it in the
 * audit log. Safe to retry after a lost commit.
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
