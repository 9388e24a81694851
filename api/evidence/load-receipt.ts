import type { Sql } from '../../shared/db/database.js';
import { CONSENT_COLUMNS } from '../../shared/evidence/consent-record.js';
import type { ReceiptRow } from './receipt.js';

const COLUMNS = CONSENT_COLUMNS.map((name) => `e.${name}`);

/** Reads what the receipt of a verification is made of; undefined if this client has no such verification. */
export async function loadReceipt(sql: Sql, clientId: string, id: string): Promise<ReceiptRow | undefined> {
  const [row] = await sql.query<ReceiptRow>(
    `SELECT ${COLUMNS.join(', ')}, c.name AS client_name, v.subject_type
     FROM consent_evidence e JOIN clients c ON c.id = e.client_id JOIN verifications v ON v.id = e.verification_id
     WHERE e.client_id = $1 AND e.verification_id = $2`,
    [clientId, id],
  );
  return row;
}
