import type { Sql } from '../../../shared/db/database.js';

/** The state of a verification in the database, as far as tests compare it. */
export interface VerificationState {
  status: string;
  outcome: string | null;
  label: string | null;
  review_reason: string | null;
  credits_reserved: number;
  credits_charged: number;
  version: number;
  completed: boolean;
}

/** Reads a verification. Throws if there is none. */
export async function readVerification(sql: Sql, id: string): Promise<VerificationState> {
  const [row] = await sql.query<VerificationState>(
    `SELECT status, outcome, label, review_reason, credits_reserved, credits_charged, version,
       completed_at IS NOT NULL AS completed FROM verifications WHERE id = $1`,
    [id],
  );
  if (row === undefined) throw new Error(`No verification ${id}`);
  return row;
}

export interface CallState {
  id: string;
  state: string;
  http_status: number | null;
  reason: string | null;
  answer_sealed: Buffer | null;
  late: boolean;
}

/** Reads the provider calls of a check, oldest first. */
export function readCalls(sql: Sql, checkId: string): Promise<CallState[]> {
  return sql.query<CallState>(
    `SELECT id, state, http_status, reason, answer_sealed, answered_late_at IS NOT NULL AS late
     FROM provider_calls WHERE check_id = $1 ORDER BY started_at, id`,
    [checkId],
  );
}

export interface StoredCheck {
  status: string;
  outcome: string | null;
  label: string | null;
  review_reason: string | null;
  details_sealed: Buffer | null;
  photo_sealed: Buffer | null;
  settled: boolean;
}

/** Reads a check. Throws if there is none. */
export async function readCheck(sql: Sql, id: string): Promise<StoredCheck> {
  const [row] = await sql.query<StoredCheck>(
    `SELECT status, outcome, label, review_reason, details_sealed, photo_sealed, settled_at IS NOT NULL AS settled
     FROM checks WHERE id = $1`,
    [id],
  );
  if (row === undefined) throw new Error(`No check ${id}`);
  return row;
}

/** The kinds of the ledger lines of a verification, oldest first. */
export async function readEntryKinds(sql: Sql, verificationId: string): Promise<string[]> {
  const rows = await sql.query<{ kind: string }>(
    'SELECT kind FROM wallet_entries WHERE verification_id = $1 ORDER BY entry_no',
    [verificationId],
  );
  return rows.map(({ kind }) => kind);
}

/** Reads a wallet. */
export async function readWallet(
  sql: Sql,
  clientId: string,
): Promise<{ balance: number; reserved: number } | undefined> {
  const [row] = await sql.query<{ balance: number; reserved: number }>(
    'SELECT balance, reserved FROM wallets WHERE client_id = $1',
    [clientId],
  );
  return row;
}

/** Who holds the case of a verification on the review desk; null if nobody does. */
export async function readHolder(sql: Sql, verificationId: string): Promise<string | null> {
  const [row] = await sql.query<{ taken_by: string | null }>(
    'SELECT taken_by FROM reviews WHERE verification_id = $1',
    [verificationId],
  );
  return row?.taken_by ?? null;
}
