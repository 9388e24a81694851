import { createHash, createHmac } from 'node:crypto';

/** What is in the log: consents, accesses, entries of the audit log, and the heads of ledgers. */
export type LogKind = 'consent' | 'access' | 'audit' | 'ledger';

/** Takes the place of the client in records that belong to none. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** A record to be added to the log: its position in its chain, and the hash that represents it. */
export interface LogRecord {
  kind: LogKind;
  clientId: string;
  no: number;
  hash: Buffer;
}

/**
 * The 32 bytes that represent a record in the log. For a consent it is its evidence hash, which covers a hash nobody
 * can guess. Other records are blinded by a secret of the log, because their content might be guessed.
 */
export function entryOf(secret: Buffer, record: LogRecord): Buffer {
  if (record.kind === 'consent') return record.hash;
  return createHash('sha256').update(saltOf(secret, record)).update(record.hash).digest();
}

/** The salt that blinds a record's entry. Knowing one reveals nothing of another. */
export function saltOf(secret: Buffer, { kind, clientId, no }: Omit<LogRecord, 'hash'>): Buffer {
  return createHmac('sha256', secret).update(`${kind}|${clientId}|${no}`).digest();
}

/**
 * SQL for the digest over some entries `e` of one ledger, in order. Computed by PostgreSQL: there are two entries for
 * every request, and nothing else needs to read them for this. The row's text quotes what it must; times are numbers in
 * it, because their text depends on settings.
 */
export const LEDGER_DIGEST = `sha256(convert_to(string_agg(ROW(e.client_id, e.entry_no, e.id, e.kind, e.amount,
  e.balance_after, e.reserved_after, e.verification_id, e.note, extract(epoch FROM e.created_at))::text,
  E'\\n' ORDER BY e.entry_no), 'UTF8'))`;

/** The hash over a ledger up to the last of some entries, from the hash before them and their digest. */
export function ledgerHash(previous: Buffer, digest: Buffer): Buffer {
  return createHash('sha256').update(previous).update(digest).digest();
}
