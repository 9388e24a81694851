import { NOTHING_FOUND } from '../../api/personal-data/nothing-found.js';
import { erasureProposal } from '../../shared/approvals/proposals.js';
import { newId, toPublicId } from '../../shared/domain/ids.js';
import { maskSubject } from '../../shared/domain/mask.js';
import { eraseSubject as erase } from '../../shared/erasure/erase-subject.js';
import { findSpellings } from '../../shared/erasure/find-spellings.js';
import { CLIENT_FLAGS, CLIENT_USAGE } from './client-flags.js';
import type { Command } from './command.js';
import { requireIndexKey } from './index-key.js';
import { readEncryptionKeys } from './read-encryption-keys.js';
import { readSubjectFlags, requireClient } from './subject-flags.js';
import { proposeInTheNameOf, readRules } from './two-people.js';
import { withDatabase } from './with-database.js';

export const eraseSubject: Command = {
  usage: CLIENT_USAGE,
  summary:
    'erases the data a client holds on a subject, which is read from SUBJECT or prompted for; open verifications are erased once settled; if TWO_PEOPLE is on, another admin has to approve; needs INDEX_KEY and ENCRYPTION_KEYS',
  flags: CLIENT_FLAGS,
  run: async (flags) => {
    const keyring = readEncryptionKeys();
    const wanted = await readSubjectFlags(flags);
    const id = newId();
    const { twoPeople } = readRules();
    const result = await withDatabase(async (db) => {
      await requireClient(db, wanted);
      const { clientId, reason } = wanted;
      await requireIndexKey(db, { ...wanted, keyring }, clientId);
      const { hashes: subjectHashes } = await findSpellings(
        db,
        { ...wanted, keyring },
        clientId,
        wanted.search,
      );
      const erasure = { id, clientId, reason, subjectHashes };
      if (!twoPeople) return erase(db, erasure, { actor: 'system' });
      await proposeInTheNameOf(db, flags, erasureProposal(erasure, maskSubject(wanted.subject)));
      return undefined;
    });
    if (result !== undefined) report(id, result);
    return 0;
  },
};

function report(id: string, { erased, waiting, batchRows }: Awaited<ReturnType<typeof erase>>): void {
  for (const request of erased) console.log(`Erased ${toPublicId('verification', request)}.`);
  for (const request of waiting) {
    console.log(
      `Will be erased once settled: ${toPublicId('verification', request.id)} (${request.status}).`,
    );
  }
  if (batchRows > 0) console.log(`Erased rows of batches that were waiting to be submitted: ${batchRows}.`);
  if (erased.length + waiting.length + batchRows === 0) console.log(NOTHING_FOUND);
  console.log(`${toPublicId('erasure', id)}: ${erased.length} erased, ${waiting.length} waiting.`);
}
