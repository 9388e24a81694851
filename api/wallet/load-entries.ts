import type { Sql } from '../../shared/db/database.js';
import type { WalletEntry } from '../../shared/db/entities/wallet-entry.entity.js';
import type { RowOf } from '../../shared/db/row-of.js';
import type { EntryKind } from '../../shared/domain/ledger.js';
import type { ServiceCode } from '../../shared/services/index.js';
import { Conditions } from '../http/conditions.js';
import type { PageRequest } from '../http/page.js';
import type { EntryFilters } from './entries-query.js';

export interface EntryRow
  extends RowOf<
    WalletEntry,
    | 'entry_no'
    | 'id'
    | 'kind'
    | 'amount'
    | 'balance_delta'
    | 'reserved_delta'
    | 'balance_after'
    | 'reserved_after'
    | 'verification_id'
    | 'note'
    | 'created_at'
  > {
  service_code: ServiceCode | null;
}

const COLUMNS = `entry_no, id, kind, amount, balance_delta, reserved_delta, balance_after, reserved_after,
  verification_id, (SELECT v.service_code FROM verifications AS v WHERE v.id = verification_id) AS service_code,
  note, created_at`;

// Two arms because each has its own partial index; a single condition would read the client's whole ledger.
const OF_VERIFICATION = `entry_no IN (
  SELECT entry_no FROM wallet_entries WHERE client_id = ? AND verification_id = ? AND kind = 'reserve'
  UNION ALL
  SELECT entry_no FROM wallet_entries
  WHERE client_id = ? AND verification_id = ? AND kind IN ('charge', 'release'))`;

// In the text rather than bound: only then does PostgreSQL see which kinds wallet_entries_rare_idx covers.
const OF_KIND: Readonly<Record<EntryKind, string>> = {
  top_up: `kind = 'top_up'`,
  adjustment: `kind = 'adjustment'`,
  reserve: `kind = 'reserve'`,
  charge: `kind = 'charge'`,
  release: `kind = 'release'`,
};

/**
 * Reads one line more than the page holds, newest first, of this client's ledger only. `page.after` is the number of
 * the previous page's last line, so that new lines shift nothing.
 */
export function loadEntries(
  sql: Sql,
  clientId: string,
  { limit, after }: PageRequest,
  filters: EntryFilters,
): Promise<EntryRow[]> {
  const where = new Conditions()
    .add('client_id = ?', clientId)
    .addIfGiven('created_at >= ?', filters.createdFrom)
    .addIfGiven('created_at <= ?', filters.createdTo);
  const { kind, verificationId } = filters;
  if (kind !== undefined) where.add(OF_KIND[kind]);
  if (verificationId !== undefined) {
    where.add(OF_VERIFICATION, clientId, verificationId, clientId, verificationId);
  }
  where.addIfGiven('entry_no < ?', after);
  return sql.query<EntryRow>(
    `SELECT ${COLUMNS} FROM wallet_entries WHERE ${where} ORDER BY entry_no DESC LIMIT ${where.bind(limit + 1)}`,
    where.values,
  );
}

/** Reads one line of a client's ledger. Throws if it does not exist. */
export async function loadEntry(sql: Sql, clientId: string, entryNo: number): Promise<EntryRow> {
  const [row] = await sql.query<EntryRow>(
    `SELECT ${COLUMNS} FROM wallet_entries WHERE client_id = $1 AND entry_no = $2`,
    [clientId, entryNo],
  );
  if (row === undefined) throw new Error('Bug: a ledger line is not there');
  return row;
}
