import { CHAIN_START } from '../../shared/crypto/keyed-hash.js';
import type { Sql } from '../../shared/db/database.js';
import { growTree } from '../../shared/log/grow-tree.js';
import { HASH_BYTES, rangeHash } from '../../shared/log/merkle.js';
import { readCheckpoint } from '../../shared/log/note.js';
import { type LogHead, loadHead } from '../../shared/log/proofs.js';
import {
  entryOf,
  LEDGER_DIGEST,
  type LogKind,
  type LogRecord,
  ledgerHash,
} from '../../shared/log/records.js';
import { type TileRow, tileReader } from '../../shared/log/tiles.js';

export interface LogReport {
  /** Entries of the log. */
  entries: number;
  /** What is wrong, one sentence each. */
  problems: string[];
}

/** How many problems to list: a changed secret breaks every entry. */
const NAMED = 20;

/**
 * Recomputes the log from the database's records: every record is at the position the log states, the hashes of the
 * tree follow from its entries, and the checkpoint states their root. This finds mistakes and partial changes; a
 * consistent rewrite of everything is found only by a witness.
 */
export async function verifyLog(sql: Sql): Promise<LogReport> {
  const head = await loadHead(sql);
  if (head === undefined) return { entries: 0, problems: await findRemains(sql) };
  const tiles = await sql.query<TileRow>(
    'SELECT level, tile_no, data FROM log_tiles ORDER BY level, tile_no',
  );
  // It may have grown since the head was read: only what the head covers is judged.
  const entries = entriesOf(tiles).slice(0, head.size);
  const problems = [...verifyTree(tiles, entries, head), ...(await findGaps(sql))];
  const [state] = await sql.query<{ secret: Buffer }>('SELECT secret FROM log_state');
  const covered = new Set<number>();
  for await (const { record, index, first } of sealedRecords(sql)) {
    // From a later sealing. Spans never straddle two heads: a sealing appends spans and extends none.
    if (first >= head.size) continue;
    covered.add(index);
    const expected = entryOf(state?.secret ?? Buffer.alloc(0), record);
    if (entries[index]?.equals(expected) !== true) {
      problems.push(`entry ${index} is not ${record.kind} ${record.no} of ${record.clientId}`);
    }
    if (problems.length >= NAMED) break;
  }
  if (problems.length === 0 && covered.size !== entries.length) {
    problems.push(`${entries.length - covered.size} entries stand for no record`);
  }
  return { entries: entries.length, problems };
}

/** A log that has not begun has neither entries nor places of records: of one that has, the head alone is missing. */
async function findRemains(sql: Sql): Promise<string[]> {
  const [found] = await sql.query<{ remains: boolean }>(
    'SELECT EXISTS (SELECT FROM log_tiles) OR EXISTS (SELECT FROM log_spans) AS remains',
  );
  return found?.remains === true ? ['it has entries, but its head is missing'] : [];
}

/** What the log has passed over: records are numbered from 1 without gaps. Of a ledger it has but heads. */
async function findGaps(sql: Sql): Promise<string[]> {
  const gaps = await sql.query<Pick<Span, 'kind' | 'client_id'> & { due: number; last: number }>(
    `SELECT kind, client_id, due, first_no - 1 AS last FROM (
       SELECT kind, client_id, first_no,
         lag(first_no + length, 1, 1) OVER (PARTITION BY kind, client_id ORDER BY first_no) AS due
       FROM log_spans WHERE kind <> 'ledger') AS span
     WHERE first_no <> due ORDER BY kind, client_id, due LIMIT ${NAMED}`,
  );
  return gaps.map(
    ({ kind, client_id, due, last }) => `it leaves out ${kind} ${due} to ${last} of ${client_id}`,
  );
}

function entriesOf(tiles: readonly TileRow[]): Buffer[] {
  const data = Buffer.concat(tiles.filter(({ level }) => level === 0).map((tile) => tile.data));
  return Array.from({ length: Math.floor(data.length / HASH_BYTES) }, (_item, place) =>
    data.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES),
  );
}

function verifyTree(
  tiles: readonly TileRow[],
  entries: readonly Buffer[],
  { origin, size, note }: LogHead,
): string[] {
  const stated = readCheckpoint(note);
  if (stated.origin !== origin) return [`the checkpoint is that of ${stated.origin}, the log is ${origin}`];
  if (entries.length !== size || stated.size !== size) {
    return [`the checkpoint is over ${stated.size} entries, the log says ${size} and has ${entries.length}`];
  }
  const grown = growTree([], 0, entries);
  const problems = grown.flatMap(({ level, tile_no, data }) => {
    const stored = tiles.find((tile) => tile.level === level && tile.tile_no === tile_no);
    return stored?.data.subarray(0, data.length).equals(data) === true
      ? []
      : [`tile ${level}/${tile_no} does not follow from the entries`];
  });
  if (!rangeHash(tileReader(grown, size), 0, size).equals(stated.root)) {
    problems.push('the root of the checkpoint is not that of the entries');
  }
  return problems.slice(0, NAMED);
}

interface Span {
  kind: LogKind;
  client_id: string;
  first_no: number;
  length: number;
  first_index: number;
}

/** Every record in the log, reread, with its position and the first position of its span. */
async function* sealedRecords(sql: Sql): AsyncGenerator<{ record: LogRecord; index: number; first: number }> {
  const spans = await sql.query<Span>(
    'SELECT kind, client_id, first_no, length, first_index FROM log_spans ORDER BY kind, client_id, first_no',
  );
  const ledgers = new LedgerHashes(sql);
  for (const { kind, client_id: clientId, first_no: first, length, first_index } of spans) {
    const hashes =
      kind === 'ledger'
        ? [await ledgers.upTo(clientId, first)]
        : await readHashes(sql, kind, clientId, first, length);
    for (let offset = 0; offset < length; offset += 1) {
      const hash = hashes[offset] ?? Buffer.alloc(0);
      const record = { kind, clientId, no: first + offset, hash };
      yield { record, index: first_index + offset, first: first_index };
    }
  }
}

/** Queries for the hashes of records that are chained themselves; an unknown kind has none. */
const CHAINS: Readonly<Record<string, string>> = {
  consent:
    'SELECT evidence_no AS no, hash FROM consent_evidence WHERE evidence_no BETWEEN $1 AND $2 AND client_id = $3',
  access: 'SELECT entry_no AS no, hash FROM access_log WHERE entry_no BETWEEN $1 AND $2 AND client_id = $3',
  audit: 'SELECT entry_no AS no, hash FROM audit_log WHERE entry_no BETWEEN $1 AND $2',
} satisfies Partial<Record<LogKind, string>>;

async function readHashes(
  sql: Sql,
  kind: LogKind,
  clientId: string,
  first: number,
  length: number,
): Promise<(Buffer | undefined)[]> {
  const chain = CHAINS[kind];
  if (chain === undefined) return [];
  const rows = await sql.query<{ no: number; hash: Buffer }>(chain, [
    first,
    first + length - 1,
    ...(kind === 'audit' ? [] : [clientId]),
  ]);
  const byNo = new Map(rows.map(({ no, hash }) => [no, hash]));
  return Array.from({ length }, (_item, offset) => byNo.get(first + offset));
}

/** The hash over a ledger up to successive entries: its heads come in the order of their entries. */
class LedgerHashes {
  #clientId = '';
  #no = 0;
  #hash: Buffer = CHAIN_START;

  constructor(private readonly sql: Sql) {}

  async upTo(clientId: string, no: number): Promise<Buffer> {
    if (clientId !== this.#clientId) {
      this.#clientId = clientId;
      this.#no = 0;
      this.#hash = CHAIN_START;
    }
    const [part] = await this.sql.query<{ digest: Buffer | null }>(
      `SELECT ${LEDGER_DIGEST} AS digest FROM wallet_entries e
       WHERE e.client_id = $1 AND e.entry_no BETWEEN $2 AND $3`,
      [clientId, this.#no + 1, no],
    );
    this.#hash = ledgerHash(this.#hash, part?.digest ?? Buffer.alloc(0));
    this.#no = no;
    return this.#hash;
  }
}
