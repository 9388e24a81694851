import { CHAIN_START } from '../../shared/crypto/keyed-hash.js';
import type { Sql } from '../../shared/db/database.js';
import { LEDGER_DIGEST, type LogRecord, ledgerHash, NOBODY } from '../../shared/log/records.js';

/** How far the records of a client are in the log (table log_cursors). */
export interface Cursor {
  client_id: string;
  wallet_no: number;
  consent_no: number;
  ledger_no: number;
  ledger_hash: Buffer;
  ledger_at: Date;
}

/**
 * Limits of one round; the rest is left for the next, which follows at once. Large enough that one round per pause
 * keeps up with a busy service, and small enough that hashing keeps the process from its checks only briefly.
 */
const ROUND = { clients: 1_000, consents: 2_000, ledger: 5_000, audit: 500 } as const;
/**
 * Whether the head of a ledger that moves goes into the log again, in SQL: once a minute. After a clock that was ahead
 * for a moment, not only when that moment has come.
 */
const LEDGER_DUE = `c.ledger_at NOT BETWEEN now() - interval '1 minute' AND now()`;

interface Moved extends Cursor {
  last_entry_no: number;
  ledger_due: boolean;
}

/**
 * Reads the records not yet in the log. Chains are numbered without gaps under a lock held until the commit, so once a
 * number is visible every lower one is committed, and nothing appears behind a cursor later. Every acceptance moves a
 * wallet, so wallets show whose chains to read.
 */
export async function findUnsealed(
  sql: Sql,
  auditNo: number,
): Promise<{ records: LogRecord[]; cursors: Cursor[]; auditNo: number; more: boolean }> {
  const moved = await findMoved(sql);
  const consents = await readConsents(sql, moved);
  const reached = consents.isCut ? reachedBy(moved, consents.records) : moved;
  const ledgers = await readLedgers(sql, reached);
  const audit = await readAudit(sql, auditNo);
  const last = new Map(consents.records.map(({ clientId, no }) => [clientId, no]));
  const heads = new Map(ledgers.map((head) => [head.record.clientId, head]));
  // The last client may have more, so the next round must find it again.
  const unfinished = consents.isCut ? reached.at(-1)?.client_id : undefined;
  return {
    records: [...consents.records, ...ledgers.map(({ record }) => record), ...audit],
    cursors: reached.map((cursor) => ({
      client_id: cursor.client_id,
      wallet_no: cursor.client_id === unfinished ? cursor.wallet_no : cursor.last_entry_no,
      consent_no: last.get(cursor.client_id) ?? cursor.consent_no,
      ledger_no: heads.get(cursor.client_id)?.record.no ?? cursor.ledger_no,
      ledger_hash: heads.get(cursor.client_id)?.record.hash ?? cursor.ledger_hash,
      ledger_at: heads.get(cursor.client_id)?.at ?? cursor.ledger_at,
    })),
    auditNo: audit.at(-1)?.no ?? auditNo,
    more: consents.isCut || moved.length === ROUND.clients || audit.length === ROUND.audit,
  };
}

/** Clients, in order, whose wallet moved since they were last read, or whose ledger is due for a head. */
function findMoved(sql: Sql): Promise<Moved[]> {
  return sql.query<Moved>(
    `SELECT w.client_id, w.last_entry_no, coalesce(c.wallet_no, 0) AS wallet_no,
       coalesce(c.consent_no, 0) AS consent_no, coalesce(c.ledger_no, 0) AS ledger_no,
       coalesce(c.ledger_hash, $1) AS ledger_hash, coalesce(c.ledger_at, 'epoch') AS ledger_at,
       c.ledger_at IS NULL OR ${LEDGER_DUE} AS ledger_due
     FROM wallets w LEFT JOIN log_cursors c ON c.client_id = w.client_id
     WHERE w.last_entry_no > coalesce(c.wallet_no, 0)
       OR (w.last_entry_no > c.ledger_no AND ${LEDGER_DUE})
     ORDER BY w.client_id LIMIT ${ROUND.clients}`,
    [CHAIN_START],
  );
}

async function readConsents(
  sql: Sql,
  moved: readonly Moved[],
): Promise<{ records: LogRecord[]; isCut: boolean }> {
  if (moved.length === 0) return { records: [], isCut: false };
  const rows = await sql.query<{ client_id: string; evidence_no: number; hash: Buffer }>(
    `SELECT e.client_id, e.evidence_no, e.hash
     FROM unnest($1::uuid[], $2::integer[]) AS wanted (client_id, after) CROSS JOIN LATERAL (
       SELECT client_id, evidence_no, hash FROM consent_evidence c
       WHERE c.client_id = wanted.client_id AND c.evidence_no > wanted.after
       ORDER BY c.evidence_no LIMIT ${ROUND.consents}) AS e
     ORDER BY e.client_id, e.evidence_no LIMIT ${ROUND.consents}`,
    [moved.map(({ client_id }) => client_id), moved.map(({ consent_no }) => consent_no)],
  );
  return {
    records: rows.map(({ client_id: clientId, evidence_no: no, hash }) => ({
      kind: 'consent',
      clientId,
      no,
      hash,
    })),
    isCut: rows.length === ROUND.consents,
  };
}

/** The clients up to the one whose consents were read last. */
function reachedBy(moved: readonly Moved[], consents: readonly LogRecord[]): Moved[] {
  const end = moved.findIndex(({ client_id }) => client_id === consents.at(-1)?.clientId);
  return moved.slice(0, end + 1);
}

interface LedgerHead {
  record: LogRecord;
  at: Date;
}

/** Reads the head of each ledger that is due: the hash over all its entries so far, as far as one round reads. */
async function readLedgers(sql: Sql, moved: readonly Moved[]): Promise<LedgerHead[]> {
  const due = moved.filter(
    ({ ledger_due, last_entry_no, ledger_no }) => ledger_due && last_entry_no > ledger_no,
  );
  if (due.length === 0) return [];
  const rows = await sql.query<{ client_id: string; no: number; count: number; digest: Buffer; now: Date }>(
    `SELECT wanted.client_id, part.no, part.count, part.digest, now() AS now
     FROM unnest($1::uuid[], $2::integer[]) AS wanted (client_id, after) CROSS JOIN LATERAL (
       SELECT max(e.entry_no) AS no, count(*)::integer AS count, ${LEDGER_DIGEST} AS digest
       FROM (
         SELECT * FROM wallet_entries w WHERE w.client_id = wanted.client_id AND w.entry_no > wanted.after
         ORDER BY w.entry_no LIMIT ${ROUND.ledger}) AS e) AS part
     WHERE part.no IS NOT NULL ORDER BY wanted.client_id`,
    [due.map(({ client_id }) => client_id), due.map(({ ledger_no }) => ledger_no)],
  );
  const before = new Map(due.map(({ client_id, ledger_hash }) => [client_id, ledger_hash]));
  return rows.map(({ client_id: clientId, no, count, digest, now }) => ({
    record: { kind: 'ledger', clientId, no, hash: ledgerHash(before.get(clientId) ?? CHAIN_START, digest) },
    // If there is more, the next round continues.
    at: count === ROUND.ledger ? new Date(0) : now,
  }));
}

async function readAudit(sql: Sql, after: number): Promise<LogRecord[]> {
  const rows = await sql.query<{ entry_no: number; hash: Buffer }>(
    `SELECT entry_no, hash FROM audit_log WHERE entry_no > $1 ORDER BY entry_no LIMIT ${ROUND.audit}`,
    [after],
  );
  return rows.map(({ entry_no: no, hash }) => ({ kind: 'audit', clientId: NOBODY, no, hash }));
}
