import { createHash, createHmac } from 'node:crypto';

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
export function entryOf(secret: Buffer, record: LogRecord): Buffer {
  if (record.kind === 'consent') return record.hash;
  return createHash('sha256').update(saltOf(secret, record)).update(record.hash).digest();
}

/** What blinds the entry of a record. Whoever is told one learns nothing of another. */
export function saltOf(secret: Buffer, { kind, clientId, no }: Omit<LogRecord, 'hash'>): Buffer {
  return createHmac('sha256', secret).update(`${kind}|${clientId}|${no}`).digest();
}

/**
 * The digest over some entries `e` of one ledger, in their order. PostgreSQL works it out: there are two entries for every
 * request, and nobody else needs to see them for it. The text of a row quotes what it has to; times are numbers in it,
 * because their text depends on settings.
 */
export const LEDGER_DIGEST = `sha256(convert_to(string_agg(ROW(e.client_id, e.entry_no, e.id, e.kind, e.amount,
  e.balance_after, e.reserved_after, e.verification_id, e.note, extract(epoch FROM e.created_at))::text,
  E'\\n' ORDER BY e.entry_no), 'UTF8'))`;

/** The hash over a ledger up to the last of some entries, from the hash up to the one before them. */
export function ledgerHash(previous: Buffer, digest: Buffer): Buffer {
  return createHash('sha256').update(previous).update(digest).digest();
}
