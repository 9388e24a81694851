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

/**
 * Writes everything a client holds on a subject as the text of one JSON document, in pieces: only one verification is
 * in memory at a time. The access is in the audit log before the first piece is made. Also returns the ids it will
 * contain.
 */
export async function writeExport(
  { db, keyring }: { db: Database; keyring: Keyring },
  request: SubjectExport,
  by: Actor,
): Promise<{ ids: readonly string[]; document: AsyncGenerator<string> }> {
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
      },
    }),
  );
  return { ids, document: pieces({ db, keyring }, request, ids) };
}

async function* pieces(
  { db, keyring }: { db: Database; keyring: Keyring },
  { clientId, subject, search, includeAnswers }: SubjectExport,
  ids: readonly string[],
): AsyncGenerator<string> {
  const head: Omit<WireSubjectExport, 'verifications'> = {
    client_id: toPublicId('client', clientId),
    exported_at: new Date().toISOString(),
    subject,
    found: ids.length,
    ...(ids.length === 0 && { message: NOTHING_FOUND }),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"verifications":[`;
  let separator = '';
  for (const id of ids) {
    const record = await loadRecord(db, clientId, id);
    const [opened] = await openDeskCases(db, keyring, [id]);
    // Erased since it was found.
    if (record === undefined || opened === undefined) continue;
    // The hash found it, but what is handed to a person had better be compared directly.
    if (!search.names.includes(foldName(opened.subject)))
      throw new Error(`Bug: verification ${id} is about another subject`);
    yield separator + JSON.stringify(presentRecord(record, opened, { keyring, includeAnswers }));
    separator = ',';
  }
  yield ']}';
}
