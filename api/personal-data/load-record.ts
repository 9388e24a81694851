import type { Sql } from '../../shared/db/database.js';
import { AuditEntry } from '../../shared/db/entities/index.js';
import { filterOnly } from '../../shared/db/filter-only.js';
import { rowsOf } from '../../shared/db/rows.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { type CallRow, loadCalls } from '../reviews/load-calls.js';
import { loadNotes, type NoteRow } from '../reviews/load-notes.js';
import { loadPhoto, type PhotoRow } from '../verifications/report/load-photo.js';
import { loadReport, type ReportRow } from '../verifications/report/load-report.js';
import { type EntryRow, loadEntries } from '../wallet/load-entries.js';

const ACT = { recordedAt: true, actor: true, action: true, details: true } as const;

/** Everything the database holds on one verification. */
export interface RecordRows {
  report: ReportRow;
  photo: PhotoRow | undefined;
  calls: CallRow[];
  notes: NoteRow[];
  entries: EntryRow[];
  acts: Pick<AuditEntry, keyof typeof ACT>[];
}

/** Finds a client's verifications with one of these hashes, oldest first. */
export async function findSubject(
  sql: Sql,
  clientId: string,
  subjectHashes: readonly Buffer[],
): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM verifications WHERE ${filterOnly('client_id = $1')} AND subject_hash = ANY($2::bytea[])
     ORDER BY created_at, id`,
    [clientId, subjectHashes],
  );
  return rows.map(({ id }) => id);
}

// One that reserves and one that settles; there are no others.
const MAX_ENTRIES = 2;
const ALL_ENTRIES = { kind: undefined, createdFrom: undefined, createdTo: undefined };

/**
 * Reads everything on one verification of this client; undefined if the client has none with this id. Queries run one
 * after another: an export is less urgent than a page, and together they would take most of a pool.
 */
export async function loadRecord(sql: Sql, clientId: string, id: string): Promise<RecordRows | undefined> {
  const report = await loadReport(sql, clientId, id);
  if (report === undefined) return undefined;
  const entries = await loadEntries(
    sql,
    clientId,
    { limit: MAX_ENTRIES, after: undefined },
    { ...ALL_ENTRIES, verificationId: id },
  );
  return {
    report,
    photo: await loadPhoto(sql, clientId, id),
    calls: await loadCalls(sql, id),
    notes: await loadNotes(sql, id),
    entries: entries.reverse(),
    acts: await rowsOf(sql, AuditEntry).find({
      select: ACT,
      where: { target: toPublicId('verification', id) },
      order: { entryNo: 'ASC' },
    }),
  };
}
