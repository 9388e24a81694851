import { ACCESS_COLUMNS, type AccessRow, accessRecord } from '../../shared/access-log/access-record.js';
import { canonicalJson } from '../../shared/crypto/keyed-hash.js';
import type { Sql } from '../../shared/db/database.js';
import { type AuditRow, auditRecord } from '../../shared/evidence/append-audit.js';
import { entryOf, type LogKind, type LogRecord, NOBODY, saltOf } from '../../shared/log/records.js';

/**
 * The content of the `extra` line in the proof of an access or an act: everything the entry is made of, so that the
 * proof is self-contained, or the entry alone if its reader may not know everything in the record.
 */
type Disclosed =
  | { kind: LogKind; salt: string; previous_hash: string; record: Readonly<Record<string, unknown>> }
  | { kind: LogKind; entry: string };

/** A record that is in the log, and what of it may be disclosed. */
export interface ProvedRecord {
  record: LogRecord;
  previousHash: Buffer;
  /** What its hash covers besides the previous one; undefined if its reader may not know all of that. */
  said: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Reads an entry of a client's access log; undefined if there is none. `whole` includes the address staff looked from.
 * Without it, an entry by staff discloses nothing, nor does the one after it: its `previous_hash` is the hash of the
 * staff entry, against which addresses could be guessed.
 */
export async function readAccess(
  sql: Sql,
  { clientId, entryNo }: { clientId: string; entryNo: number },
  { whole }: { whole: boolean },
): Promise<ProvedRecord | undefined> {
  const rows = await sql.query<AccessRow>(
    `SELECT ${ACCESS_COLUMNS.join(', ')} FROM access_log
     WHERE client_id = $1 AND entry_no BETWEEN $2 - 1 AND $2 ORDER BY entry_no`,
    [clientId, entryNo],
  );
  const row = rows.find(({ entry_no }) => entry_no === entryNo);
  if (row === undefined) return undefined;
  const isWithheld = !whole && rows.some(({ actor_kind }) => actor_kind === 'staff');
  return {
    record: { kind: 'access', clientId, no: entryNo, hash: row.hash },
    previousHash: row.previous_hash,
    said: isWithheld ? undefined : accessRecord(row),
  };
}

/** Reads an entry of the audit log; undefined if there is none. */
export async function readAct(sql: Sql, entryNo: number): Promise<ProvedRecord | undefined> {
  const [row] = await sql.query<AuditRow & { previous_hash: Buffer; hash: Buffer }>(
    `SELECT entry_no, recorded_at, actor, action, target, ip_address, details, previous_hash, hash
     FROM audit_log WHERE entry_no = $1`,
    [entryNo],
  );
  if (row === undefined) return undefined;
  return {
    record: { kind: 'audit', clientId: NOBODY, no: entryNo, hash: row.hash },
    previousHash: row.previous_hash,
    said: auditRecord(row),
  };
}

/** Serialises what the proof of a sealed record discloses. */
export async function disclose(sql: Sql, { record, previousHash, said }: ProvedRecord): Promise<Buffer> {
  const [state] = await sql.query<{ secret: Buffer }>('SELECT secret FROM log_state');
  if (state === undefined) throw new Error('Bug: a record is sealed in a log that has not begun');
  const { kind } = record;
  const disclosed: Disclosed =
    said === undefined
      ? { kind, entry: entryOf(state.secret, record).toString('hex') }
      : {
          kind,
          salt: saltOf(state.secret, record).toString('hex'),
          previous_hash: previousHash.toString('hex'),
          record: said,
        };
  return Buffer.from(canonicalJson(disclosed));
}
