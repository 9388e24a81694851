import { eraseSubject as erase } from '../../shared/commands/erase-subject.js';
import { newId, toPublicId } from '../../shared/domain/ids.js';
import type { Command } from './command.js';
import { readSubjectFlags, requireClient, SUBJECT_FLAGS, SUBJECT_USAGE } from './subject-flags.js';
import { withDatabase } from './with-database.js';

export const eraseSubject: Command = {
  usage: SUBJECT_USAGE,
  summary:
    'erases what a client has of a subject, which comes from SUBJECT or is asked for; what is open follows when it is settled; needs INDEX_KEY',
  flags: SUBJECT_FLAGS,
  run: async (flags) => {
    const wanted = await readSubjectFlags(flags);
    const id = newId();
    const { erased, waiting } = await withDatabase(async (db) => {
      await requireClient(db, wanted);
      const { clientId, reason, search } = wanted;
      return erase(db, { id, clientId, reason, subjectHashes: search.hashes }, { actor: 'system' });
    });
    for (const request of erased) console.log(`Erased ${toPublicId('verification', request)}.`);
    for (const request of waiting) {
      console.log(
        `Waits until it is settled: ${toPublicId('verification', request.id)} (${request.status}).`,
      );
    }
    console.log(`${toPublicId('erasure', id)}: ${erased.length} erased, ${waiting.length} waiting.`);
    return 0;
  },
};
