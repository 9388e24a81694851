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
 * Without it, an entry by staff discloses nothing, nor does any after one: its `previous_hash` is that of a chain of
 * which the client knows everything else, so that the addresses in it could be guessed against it.
 */
export async function readAccess(
  sql: Sql,
  { clientId, entryNo }: { clientId: string; entryNo: number },
  { whole }: { whole: boolean },
): Promise<ProvedRecord | undefined> {
  const [row] = await sql.query<AccessRow>(
    `SELECT ${ACCESS_COLUMNS.join(', ')} FROM access_log WHERE client_id = $1 AND entry_no = $2`,
    [clientId, entryNo],
  );
  if (row === undefined) return undefined;
  const isWithheld = !whole && (await isBehindStaff(sql, clientId, entryNo));
  return {
    record: { kind: 'access', clientId, no: entryNo, hash: row.hash },
    previousHash: row.previous_hash,
    said: isWithheld ? undefined : accessRecord(row),
  };
}

/** Whether an entry is by staff or comes after one that is. */
async function isBehindStaff(sql: Sql, clientId: string, entryNo: number): Promise<boolean> {
  const found = await sql.query(
    `SELECT FROM access_log WHERE client_id = $1 AND entry_no <= $2 AND actor_kind = 'staff' LIMIT 1`,
    [clientId, entryNo],
  );
  return found.length > 0;
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
