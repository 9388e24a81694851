import { CHAIN_START } from '../crypto/keyed-hash.js';
import type { Sql } from '../db/database.js';
import { LEDGER_COLUMNS, type LedgerRow, type LogRecord, ledgerHash, NOBODY } from './records.js';

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
 * What a round takes at most: clients, and records of each kind, of one client. What is left is for the next round. So
 * many at once that hashing them keeps the process from its checks for a moment only, also when a log begins.
 */
const ROUND = { clients: 100, records: 500 } as const;
/** A head of each ledger that moves goes into the log this often. */
const LEDGER_EVERY = `interval '1 minute'`;

interface Moved extends Cursor {
  last_entry_no: number;
  ledger_due: boolean;
}

/**
 * Reads the records that are not in the log yet. Chains are numbered without gaps under a lock that is held until the
 * commit, so whatever has a lower number is committed by the time that a number is seen: nothing comes up behind a
 * cursor later. Whoever accepts moves a wallet, so wallets tell whose chains to read.
 */
export async function findUnsealed(
  sql: Sql,
  auditNo: number,
): Promise<{ records: LogRecord[]; cursors: Cursor[]; auditNo: number; more: boolean }> {
  const moved = await findMoved(sql);
  const consents = await readConsents(sql, moved);
  const ledgers = await readLedgers(sql, moved);
  const audit = await readAudit(sql, auditNo);
  return {
    records: [
      ...consents.flatMap(({ records }) => records),
      ...ledgers.map(({ record }) => record),
      ...audit,
    ],
    cursors: moved.map((cursor, place) => moveOn(cursor, consents[place], ledgers)),
    auditNo: audit.at(-1)?.no ?? auditNo,
    more:
      moved.length === ROUND.clients || audit.length === ROUND.records || consents.some(({ more }) => more),
  };
}

/** Clients whose wallet moved since they were last looked at, or whose ledger is due for a head. */
function findMoved(sql: Sql): Promise<Moved[]> {
  return sql.query<Moved>(
    `SELECT w.client_id, w.last_entry_no, coalesce(c.wallet_no, 0) AS wallet_no,
       coalesce(c.consent_no, 0) AS consent_no, coalesce(c.ledger_no, 0) AS ledger_no,
       coalesce(c.ledger_hash, $1) AS ledger_hash, coalesce(c.ledger_at, 'epoch') AS ledger_at,
       c.ledger_at IS NULL OR c.ledger_at < now() - ${LEDGER_EVERY} AS ledger_due
     FROM wallets w LEFT JOIN log_cursors c ON c.client_id = w.client_id
     WHERE w.last_entry_no > coalesce(c.wallet_no, 0)
       OR (w.last_entry_no > c.ledger_no AND c.ledger_at < now() - ${LEDGER_EVERY})
     ORDER BY w.client_id LIMIT ${ROUND.clients}`,
    [CHAIN_START],
  );
}

interface Consents {
  records: LogRecord[];
  more: boolean;
}

async function readConsents(sql: Sql, moved: readonly Moved[]): Promise<Consents[]> {
  if (moved.length === 0) return [];
  const rows = await sql.query<{ client_id: string; evidence_no: number; hash: Buffer }>(
    `SELECT e.client_id, e.evidence_no, e.hash
     FROM unnest($1::uuid[], $2::integer[]) AS wanted (client_id, after) CROSS JOIN LATERAL (
       SELECT client_id, evidence_no, hash FROM consent_evidence c
       WHERE c.client_id = wanted.client_id AND c.evidence_no > wanted.after
       ORDER BY c.evidence_no LIMIT ${ROUND.records}) AS e
     ORDER BY e.client_id, e.evidence_no`,
    [moved.map(({ client_id }) => client_id), moved.map(({ consent_no }) => consent_no)],
  );
  const byClient = new Map<string, LogRecord[]>(moved.map(({ client_id }) => [client_id, []]));
  for (const { client_id: clientId, evidence_no: no, hash } of rows) {
    byClient.get(clientId)?.push({ kind: 'consent', clientId, no, hash });
  }
  return [...byClient.values()].map((records) => ({ records, more: records.length === ROUND.records }));
}

interface LedgerHead {
  record: LogRecord;
  at: Date;
}

/** A head of each ledger that is due: the hash over all of its entries up to now, as far as one round reads. */
async function readLedgers(sql: Sql, moved: readonly Moved[]): Promise<LedgerHead[]> {
  const due = moved.filter(
    ({ ledger_due, last_entry_no, ledger_no }) => ledger_due && last_entry_no > ledger_no,
  );
  const heads: LedgerHead[] = [];
  for (const { client_id, ledger_no, ledger_hash } of due) {
    const rows = await sql.query<LedgerRow & { now: Date }>(
      `SELECT ${LEDGER_COLUMNS}, now() AS now FROM wallet_entries WHERE client_id = $1 AND entry_no > $2
       ORDER BY entry_no LIMIT ${ROUND.records}`,
      [client_id, ledger_no],
    );
    const last = rows.at(-1);
    if (last === undefined) continue;
    const hash = rows.reduce(ledgerHash, ledger_hash);
    // With more to come the next round goes on at once.
    const at = rows.length === ROUND.records ? new Date(0) : last.now;
    heads.push({ record: { kind: 'ledger', clientId: client_id, no: last.entry_no, hash }, at });
  }
  return heads;
}

async function readAudit(sql: Sql, after: number): Promise<LogRecord[]> {
  const rows = await sql.query<{ entry_no: number; hash: Buffer }>(
    `SELECT entry_no, hash FROM audit_log WHERE entry_no > $1 ORDER BY entry_no LIMIT ${ROUND.records}`,
    [after],
  );
  return rows.map(({ entry_no: no, hash }) => ({ kind: 'audit', clientId: NOBODY, no, hash }));
}

function moveOn(moved: Moved, consents: Consents | undefined, ledgers: readonly LedgerHead[]): Cursor {
  const head = ledgers.find(({ record }) => record.clientId === moved.client_id);
  return {
    client_id: moved.client_id,
    // With consents left behind it is found again by the next round.
    wallet_no: consents?.more === true ? moved.wallet_no : moved.last_entry_no,
    consent_no: consents?.records.at(-1)?.no ?? moved.consent_no,
    ledger_no: head?.record.no ?? moved.ledger_no,
    ledger_hash: head?.record.hash ?? moved.ledger_hash,
    ledger_at: head?.at ?? moved.ledger_at,
  };
}
