import type { Keyring } from '../../shared/crypto/keyring.js';
import type { Database } from '../../shared/db/database.js';
import type { SubjectSearch } from '../../shared/db/search-subject.js';
import { foldName } from '../../shared/domain/fold-name.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { type Actor, appendAudit } from '../../shared/evidence/append-audit.js';
import type { WireSubjectExport } from '../../shared/wire/personal-data.js';
import { openDeskCases } from '../reviews/desk-case.js';
import { findSubject, loadRecord } from './load-record.js';
import { NOTHING_FOUND } from './nothing-found.js';
import { presentRecord } from './present-record.js';
import { findWaitingRows, openWaitingRow, presentWaitingRow, type WaitingRow } from './waiting-rows.js';

export interface SubjectExport {
  clientId: string;
  /** As the person requesting it wrote it. */
  subject: string;
  search: SubjectSearch;
  /** The reason; without personal data, because the audit log keeps it permanently. */
  reason: string;
  /** Includes the provider's answers as received; they may hold data on others, for example on directors. */
  includeAnswers: boolean;
}

/** What an export contains, as found. */
interface Found {
  rows: readonly WaitingRow[];
  ids: readonly string[];
}

/**
 * Writes everything a client holds on a subject as the text of one JSON document, in pieces: only one verification is
 * in memory at a time, besides the sealed rows. The access is in the audit log before the first piece is made. Also
 * returns what it opens: the ids of the verifications, and null for waiting batch rows, if there are any.
 */
export async function writeExport(
  { db, keyring }: { db: Database; keyring: Keyring },
  request: SubjectExport,
  by: Actor,
): Promise<{ opened: readonly (string | null)[]; document: AsyncGenerator<string> }> {
  // Before the verifications: a row submitted meanwhile is one of them by then.
  const rows = await findWaitingRows(db, request.clientId, request.search.hashes);
  const ids = await findSubject(db, request.clientId, request.search.hashes);
  await db.transaction((sql) =>
    appendAudit(sql, {
      ...by,
      action: 'personal_data.exported',
      target: toPublicId('client', request.clientId),
      details: {
        reason: request.reason,
        answers_included: request.includeAnswers,
        request_ids: ids.map((id) => toPublicId('verification', id)),
        ...(rows.length > 0 && { batch_rows: rows.length }),
      },
    }),
  );
  const opened = rows.length > 0 ? [null, ...ids] : ids;
  return { opened, document: pieces({ db, keyring }, request, { rows, ids }) };
}

async function* pieces(
  { db, keyring }: { db: Database; keyring: Keyring },
  { clientId, subject, search, includeAnswers }: SubjectExport,
  { rows, ids }: Found,
): AsyncGenerator<string> {
  const found = rows.length + ids.length;
  const head: Omit<WireSubjectExport, 'batch_rows' | 'verifications'> = {
    client_id: toPublicId('client', clientId),
    exported_at: new Date().toISOString(),
    subject,
    found,
    ...(found === 0 && { message: NOTHING_FOUND }),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"batch_rows":[`;
  let separator = '';
  for (const row of rows) {
    const input = openWaitingRow(keyring, row);
    requireSubject(search, input.subject.value, `row ${row.row_no} of batch ${row.batch_id}`);
    yield separator + JSON.stringify(presentWaitingRow(row, input));
    separator = ',';
  }
  yield '],"verifications":[';
  separator = '';
  for (const id of ids) {
    const record = await loadRecord(db, clientId, id);
    const [opened] = await openDeskCases(db, keyring, [id]);
    // Erased since it was found.
    if (record === undefined || opened === undefined) continue;
    requireSubject(search, opened.subject, `verification ${id}`);
    yield separator + JSON.stringify(presentRecord(record, opened, { keyring, includeAnswers }));
    separator = ',';
  }
  yield ']}';
}

/** The hash found it, but what is handed to a person had better be compared directly. Throws if it is another's. */
function requireSubject({ names }: SubjectSearch, subject: string, what: string): void {
  if (!names.includes(foldName(subject))) throw new Error(`Bug: ${what} is about another subject`);
}
