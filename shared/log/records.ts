import { createHash, createHmac } from 'node:crypto';
import { chainHash } from '../crypto/keyed-hash.js';

/** What is in the log: consents, accesses, entries of the audit log, and the heads of ledgers. */
export type LogKind = 'consent' | 'access' | 'audit' | 'ledger';

/** In place of a client where a record is nobody's. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** A record on its way into the log: the place in its chain, and the hash that stands for it. */
export interface LogRecord {
  kind: LogKind;
  clientId: string;
  no: number;
  hash: Buffer;
}

/**
 * The 32 bytes that stand in the log for a record. Those of a consent are its evidence hash, which covers a hash that
 * nobody can guess. Other records are blinded by a secret of the log, because what they say might be guessed.
 */
export function entryOf(secret: Buffer, { kind, clientId, no, hash }: LogRecord): Buffer {
  if (kind === 'consent') return hash;
  const salt = createHmac('sha256', secret).update(`${kind}|${clientId}|${no}`).digest();
  return createHash('sha256').update(salt).update(hash).digest();
}

/** An entry of a ledger, as far as the hash over the ledger covers it. */
export interface LedgerRow {
  client_id: string;
  entry_no: number;
  id: string;
  kind: string;
  amount: number;
  balance_after: number;
  reserved_after: number;
  verification_id: string | null;
  note: string | null;
  created_at: Date;
}

export const LEDGER_COLUMNS =
  'client_id, entry_no, id, kind, amount, balance_after, reserved_after, verification_id, note, created_at';

/** The hash over a ledger up to this entry, from the hash up to the one before it. */
export function ledgerHash(previous: Buffer, row: LedgerRow): Buffer {
  const { client_id, entry_no, id, kind, amount, balance_after, reserved_after, verification_id, note } = row;
  const record = {
    client_id,
    entry_no,
    id,
    kind,
    amount,
    balance_after,
    reserved_after,
    verification_id,
    note,
  };
  return chainHash(previous, { ...record, created_at: row.created_at.toISOString() });
}
