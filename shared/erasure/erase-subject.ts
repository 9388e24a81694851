import { forgetFiles } from '../batches/forget-files.js';
import { afterCommit, readBack } from '../db/after-commit.js';
import type { Database, Sql } from '../db/database.js';
import type { Verification } from '../db/entities/index.js';
import { filterOnly } from '../db/filter-only.js';
import type { RowOf } from '../db/row-of.js';
import { toPublicId } from '../domain/ids.js';
import type { Status } from '../domain/states.js';
import { type Actor, appendAudit } from '../evidence/append-audit.js';
import { ERASABLE, ERASURE_BATCH, eraseVerifications } from './erase-verifications.js';

/** A request to erase one subject of one client. */
export interface SubjectErasure {
  /** Created before the transaction, so that a rerun finds its own earlier effect. */
  id: string;
  clientId: string;
  /** The keyed hashes the subject may be stored under. */
  subjectHashes: readonly Buffer[];
  /** The reason; without personal data, because the audit log keeps it permanently. */
  reason: string;
}

/** What happened to the verifications an erasure found. */
export interface ErasureResult {
  erased: string[];
  /** Not erased yet: open ones are erased once settled, the others within a minute. */
  waiting: { id: string; status: Status }[];
  /** How many batch rows waiting for submission were erased. */
  batchRows: number;
}

/**
 * Marks everything a client has on a subject for erasure, and erases what is settled. Committing the marks also erases
 * batch rows waiting for submission: from then on a worker finishes whatever this process does not get to, and erases
 * what is still open once it is settled. Verifications submitted later are not touched: they rest on a consent of their
 * own.
 */
export async function eraseSubject(db: Database, erasure: SubjectErasure, by: Actor): Promise<ErasureResult> {
  let batchRows = 0;
  await db.transaction(async (sql) => {
    // A rerun after a lost commit finds none: the run before it counted them.
    batchRows = (await markSubject(sql, erasure, by)) ?? batchRows;
  });
  await afterCommit(() => eraseAllMarked(db, erasure.id));
  return { ...(await readBack(db, (sql) => readErasure(sql, erasure.id))), batchRows };
}

/** Erases what an erasure has marked and is settled, batch by batch. */
export async function eraseAllMarked(db: Database, erasureId: string): Promise<void> {
  let erased: number;
  do {
    erased = await db.transaction((sql) => eraseMarked(sql, erasureId));
  } while (erased === ERASURE_BATCH);
}

/**
 * Marks everything a client has on a subject for erasure, and returns how many waiting batch rows it erased. Safe to
 * run again after a lost commit: it then does nothing and returns undefined.
 */
export async function markSubject(
  sql: Sql,
  { id, clientId, subjectHashes, reason }: SubjectErasure,
  by: Actor,
): Promise<number | undefined> {
  const recorded = await sql.query(
    'INSERT INTO erasures (id, client_id) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING RETURNING id',
    [id, clientId],
  );
  if (recorded.length === 0) return undefined;
  await lockSubject(sql, clientId, subjectHashes);
  // Before the verifications: a row submitted meanwhile is one of them by then.
  const rows = await sql.query<{ batch_id: string }>(
    `UPDATE batch_rows SET state = 'erased', input_sealed = NULL, subject_hash = NULL, name_hash = NULL
     WHERE ${WAITING_ROW} RETURNING batch_id`,
    [clientId, subjectHashes],
  );
  const marked = await sql.query(
    `UPDATE verifications SET erasure_id = $3 WHERE id IN (${LOCKED_OF_SUBJECT}) RETURNING id`,
    [clientId, subjectHashes, id],
  );
  await forgetFiles(sql, [...new Set(rows.map(({ batch_id }) => batch_id))]);
  await appendAudit(sql, {
    ...by,
    action: 'personal_data.erasure_requested',
    target: toPublicId('client', clientId),
    details: {
      erasure_id: toPublicId('erasure', id),
      reason,
      verifications: marked.length,
      ...(rows.length > 0 && { batch_rows: rows.length }),
    },
  });
  return rows.length;
}

const LOCKED_OF_SUBJECT = `
  SELECT id FROM verifications WHERE ${filterOnly('client_id = $1')} AND subject_hash = ANY($2::bytea[])
  ORDER BY id FOR NO KEY UPDATE`;
const WAITING_ROW = `client_id = $1 AND subject_hash = ANY($2::bytea[]) AND state = 'ready'`;

/**
 * Locks what a subject has, in the order of everybody else: verifications by id, as those who erase do, and batches
 * before their rows, as those who submit, skip or cancel rows do. Rows first, and each could wait for the other.
 */
async function lockSubject(sql: Sql, clientId: string, subjectHashes: readonly Buffer[]): Promise<void> {
  const values = [clientId, subjectHashes];
  await sql.query(LOCKED_OF_SUBJECT, values);
  await sql.query(
    `SELECT FROM batches WHERE id IN (SELECT batch_id FROM batch_rows WHERE ${WAITING_ROW})
     ORDER BY id FOR NO KEY UPDATE`,
    values,
  );
}

/** Finds the erasures with something to do now. */
export async function findUnfinishedErasures(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ erasure_id: string }>(
    `SELECT DISTINCT v.erasure_id FROM verifications v
     WHERE v.erasure_id IS NOT NULL AND v.erased_at IS NULL AND v.status = 'completed' ORDER BY v.erasure_id`,
  );
  return rows.map(({ erasure_id }) => erasure_id);
}

/**
 * Erases one batch of what an erasure has marked, names it in the audit log and returns how many. Atomic, and safe to
 * run again at any time.
 */
export async function eraseMarked(sql: Sql, erasureId: string): Promise<number> {
  const rows = await sql.query<RowOf<Verification, 'id' | 'client_id'>>(
    `SELECT v.id, v.client_id FROM verifications v WHERE v.erasure_id = $1 AND ${ERASABLE}
     ORDER BY v.id LIMIT ${ERASURE_BATCH} FOR UPDATE OF v SKIP LOCKED`,
    [erasureId],
  );
  const [first] = rows;
  if (first === undefined) return 0;
  const ids = rows.map(({ id }) => id);
  await eraseVerifications(sql, ids);
  await appendAudit(sql, {
    actor: 'system',
    action: 'personal_data.erased',
    target: toPublicId('client', first.client_id),
    details: {
      erasure_id: toPublicId('erasure', erasureId),
      request_ids: ids.map((id) => toPublicId('verification', id)),
    },
  });
  return rows.length;
}

async function readErasure(sql: Sql, id: string): Promise<Omit<ErasureResult, 'batchRows'>> {
  const rows = await sql.query<RowOf<Verification, 'id' | 'status'> & { erased: boolean }>(
    'SELECT id, status, erased_at IS NOT NULL AS erased FROM verifications WHERE erasure_id = $1 ORDER BY id',
    [id],
  );
  return {
    erased: rows.flatMap((row) => (row.erased ? [row.id] : [])),
    waiting: rows.flatMap((row) => (row.erased ? [] : [{ id: row.id, status: row.status }])),
  };
}
