import { randomBytes } from 'node:crypto';
import { ADVISORY_LOCKS } from '../../shared/db/advisory-locks.js';
import { BulkWrite } from '../../shared/db/bulk-write.js';
import type { Database, Sql } from '../../shared/db/database.js';
import { LogSpan } from '../../shared/db/entities/index.js';
import { columnsOf } from '../../shared/db/table-of.js';
import type { EvidenceKeys } from '../../shared/evidence/evidence-keys.js';
import { edgeOf, growTree } from '../../shared/log/grow-tree.js';
import { EMPTY_ROOT, rangeHash, tilesFor } from '../../shared/log/merkle.js';
import { signCheckpoint } from '../../shared/log/note.js';
import { entryOf, type LogRecord } from '../../shared/log/records.js';
import { loadTiles, type TileRow, tileReader } from '../../shared/log/tiles.js';
import { findAccesses, moveAccessCursors } from './find-accesses.js';
import { type Cursor, findUnsealed } from './find-unsealed.js';
import type { LogMemory } from './log-memory.js';

export interface SealDeps {
  db: Pick<Database, 'transaction'>;
  keys: EvidenceKeys;
  /** The name of the log (LOG_ORIGIN); undefined keeps its current one, or makes one up. */
  origin: string | undefined;
  /** What was published; set by whoever seals for publication. */
  memory?: LogMemory;
  /** Leaves the accesses for another round: looking for them costs more than all the rest, and they can wait. */
  withoutAccesses?: boolean;
  /** What an earlier round saw when it found nothing. */
  nothingNewAt?: string | undefined;
}

interface State {
  origin: string;
  secret: Buffer;
  size: number;
  note: string;
  audit_no: number;
}

/** What a round did: the entries it sealed, and whether there is more to seal at once. */
export interface Sealed {
  size: number;
  entries: number;
  more: boolean;
  /** What was committed when it looked (a PostgreSQL snapshot), if all of that is in the log. */
  nothingNewAt?: string;
}

/**
 * Seals what is not in the log yet. Entries, tiles, cursors and the signed checkpoint are one transaction, so a crash
 * at any step leaves the log as it was, and the next round continues from there. One process at a time; resolves to
 * undefined while another one is sealing. Throws LogWentBackError, and seals nothing, if the log lacks what was
 * published of it.
 */
export async function sealLog(deps: SealDeps): Promise<Sealed | undefined> {
  const round = await deps.db.transaction((sql) => sealRound(sql, deps));
  if (round?.published !== undefined) await deps.memory?.keep(round.published.origin, round.published.note);
  return round?.sealed;
}

interface Round {
  sealed: Sealed;
  /** The new head; undefined if it has not changed. */
  published?: Pick<State, 'origin' | 'note'>;
}

async function sealRound(sql: Sql, deps: SealDeps): Promise<Round | undefined> {
  const [look] = await sql.query<{ taken: boolean; snapshot: string }>(
    'SELECT pg_try_advisory_xact_lock($1) AS taken, pg_current_snapshot()::text AS snapshot',
    [ADVISORY_LOCKS.sealLog],
  );
  if (look?.taken !== true) return undefined;
  const state = await openState(sql, deps);
  // The same snapshot means the same rows: nothing was committed, and no table need be read.
  if (deps.nothingNewAt === look.snapshot) return nothing(state.size, look.snapshot);
  await deps.memory?.compare(sql, deps.origin ?? state.origin, state.note);
  const found = await findUnsealed(sql, state.audit_no);
  const accesses = deps.withoutAccesses ? NO_ACCESSES : await findAccesses(sql);
  const records = [...found.records, ...accesses.records];
  const more = found.more || accesses.more;
  const size = state.size + records.length;
  const renamed = deps.origin !== undefined && deps.origin !== state.origin;
  await writeCursors(sql, found.cursors);
  await moveAccessCursors(sql, accesses.records);
  if (records.length === 0 && !renamed) {
    return more ? { sealed: { size, entries: 0, more: true } } : nothing(size, look.snapshot);
  }
  const tiles = await append(sql, state, records);
  await writeSpans(sql, state.size, records);
  const published = await writeHead(sql, deps, { ...state, size, audit_no: found.auditNo }, tiles);
  return { sealed: { size, entries: records.length, more }, published };
}

const NO_ACCESSES: Awaited<ReturnType<typeof findAccesses>> = { records: [], more: false };

function nothing(size: number, snapshot: string): Round {
  return { sealed: { size, entries: 0, more: false, nothingNewAt: snapshot } };
}

/** The state of the log, created in the first round. */
async function openState(sql: Sql, { keys, origin }: SealDeps): Promise<State> {
  const [state] = await sql.query<State>('SELECT origin, secret, size, note, audit_no FROM log_state');
  if (state !== undefined) return state;
  const name = origin ?? `verification-log/${randomBytes(6).toString('hex')}`;
  const secret = randomBytes(32);
  const note = signCheckpoint({ origin: name, size: 0, root: EMPTY_ROOT }, keys.signers);
  await sql.query(
    'INSERT INTO log_state (origin, secret, size, note, sealed_at) VALUES ($1, $2, 0, $3, now())',
    [name, secret, note],
  );
  return { origin: name, secret, size: 0, note, audit_no: 0 };
}

async function append(sql: Sql, { secret, size }: State, records: readonly LogRecord[]): Promise<TileRow[]> {
  const edge = await loadTiles(sql, edgeOf(size));
  const entries = records.map((record) => entryOf(secret, record));
  const grown = growTree(edge, size, entries);
  await sql.query(
    `INSERT INTO log_tiles (level, tile_no, data) SELECT * FROM unnest($1::smallint[], $2::integer[], $3::bytea[])
     ON CONFLICT (level, tile_no) DO UPDATE SET data = excluded.data`,
    [grown.map(({ level }) => level), grown.map(({ tile_no }) => tile_no), grown.map(({ data }) => data)],
  );
  const has = (row: TileRow) =>
    grown.some(({ level, tile_no }) => level === row.level && tile_no === row.tile_no);
  return [...grown, ...edge.filter((row) => !has(row))];
}

const SPAN_COLUMNS = columnsOf(LogSpan);

/** Records where each record stands; adjacent records of one chain share a row. */
async function writeSpans(sql: Sql, size: number, records: readonly LogRecord[]): Promise<void> {
  const spans: { record: LogRecord; length: number; index: number }[] = [];
  for (const [place, record] of records.entries()) {
    const last = spans.at(-1);
    const goesOn =
      last?.record.kind === record.kind &&
      last.record.clientId === record.clientId &&
      last.record.no + last.length === record.no;
    if (last !== undefined && goesOn) last.length += 1;
    else spans.push({ record, length: 1, index: size + place });
  }
  const rows = spans.map(({ record: { kind, clientId, no }, length, index }) => ({
    kind,
    client_id: clientId,
    first_no: no,
    length,
    first_index: index,
  }));
  await new BulkWrite().insert(LogSpan, SPAN_COLUMNS, rows).run(sql);
}

async function writeHead(
  sql: Sql,
  deps: SealDeps,
  state: State,
  edge: readonly TileRow[],
): Promise<Pick<State, 'origin' | 'note'>> {
  const origin = deps.origin ?? state.origin;
  const root = await rootOf(sql, state.size, edge);
  const note = signCheckpoint({ origin, size: state.size, root }, deps.keys.signers);
  await sql.query(
    'UPDATE log_state SET origin = $1, size = $2, note = $3, audit_no = $4, sealed_at = now()',
    [origin, state.size, note, state.audit_no],
  );
  return { origin, note };
}

/**
 * The tiles on the tree's right edge give its root. Tiles just completed are on levels that are no longer on the edge.
 */
async function rootOf(sql: Sql, size: number, edge: readonly TileRow[]): Promise<Buffer> {
  const known = new Set(edge.map(({ level, tile_no }) => `${level}/${tile_no}`));
  const missing = tilesFor(size, []).filter(({ level, no }) => !known.has(`${level}/${no}`));
  const rows = [...edge, ...(await loadTiles(sql, missing))];
  return rangeHash(tileReader(rows, size), 0, size);
}

async function writeCursors(sql: Sql, cursors: readonly Cursor[]): Promise<void> {
  if (cursors.length === 0) return;
  const of = <Name extends keyof Cursor>(name: Name) => cursors.map((cursor) => cursor[name]);
  await sql.query(
    `INSERT INTO log_cursors (client_id, wallet_no, consent_no, ledger_no, ledger_hash, ledger_at)
     SELECT * FROM unnest($1::uuid[], $2::integer[], $3::integer[], $4::integer[], $5::bytea[], $6::timestamptz[])
     ON CONFLICT (client_id) DO UPDATE SET wallet_no = excluded.wallet_no, consent_no = excluded.consent_no,
       ledger_no = excluded.ledger_no, ledger_hash = excluded.ledger_hash, ledger_at = excluded.ledger_at`,
    [of('client_id'), of('wallet_no'), of('consent_no'), of('ledger_no'), of('ledger_hash'), of('ledger_at')],
  );
}
