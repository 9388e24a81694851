import { NOTHING_FOUND } from '../../api/personal-data/nothing-found.js';
import { eraseSubject as erase } from '../../shared/commands/erase-subject.js';
import { findSpellings } from '../../shared/commands/find-spellings.js';
import { newId, toPublicId } from '../../shared/domain/ids.js';
import { CLIENT_FLAGS, CLIENT_USAGE } from './client-flags.js';
import type { Command } from './command.js';
import { readEncryptionKeys } from './read-encryption-keys.js';
import { readSubjectFlags, requireClient } from './subject-flags.js';
import { withDatabase } from './with-database.js';

export const eraseSubject: Command = {
  usage: CLIENT_USAGE,
  summary:
    'erases what a client has of a subject, which comes from SUBJECT or is asked for; what is open follows when it is settled; needs INDEX_KEY and ENCRYPTION_KEYS',
  flags: CLIENT_FLAGS,
  run: async (flags) => {
    const keyring = readEncryptionKeys();
    const wanted = await readSubjectFlags(flags);
    const id = newId();
    const { erased, waiting } = await withDatabase(async (db) => {
      await requireClient(db, wanted);
      const { clientId, reason } = wanted;
      const { hashes: subjectHashes } = await findSpellings(
        db,
        { ...wanted, keyring },
        clientId,
        wanted.search,
      );
      return erase(db, { id, clientId, reason, subjectHashes }, { actor: 'system' });
    });
    for (const request of erased) console.log(`Erased ${toPublicId('verification', request)}.`);
    for (const request of waiting) {
      console.log(
        `Waits until it is settled: ${toPublicId('verification', request.id)} (${request.status}).`,
      );
    }
    if (erased.length + waiting.length === 0) console.log(NOTHING_FOUND);
    console.log(`${toPublicId('erasure', id)}: ${erased.length} erased, ${waiting.length} waiting.`);
    return 0;
  },
};
