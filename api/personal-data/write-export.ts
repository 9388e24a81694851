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
  /** As the person who asks wrote it. */
  subject: string;
  search: SubjectSearch;
  /** Why; without personal data, because the audit log keeps it for good. */
  reason: string;
  /** With the provider's answers as they came; they may hold data on others, for example on directors. */
  includeAnswers: boolean;
}

/**
 * Everything that a client holds on a subject, as the text of one JSON document in pieces: one verification is in
 * memory at a time, however many there are. The look is in the audit log before the first piece is made. Also gives the ids of
 * what it will hold.
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
    // The hash has found it; what is handed out to a person had better be compared itself.
    if (!search.names.includes(foldName(opened.subject)))
      throw new Error(`Bug: verification ${id} is about another subject`);
    yield separator + JSON.stringify(presentRecord(record, opened, { keyring, includeAnswers }));
    separator = ',';
  }
  yield ']}';
}
