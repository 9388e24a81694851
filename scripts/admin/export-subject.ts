import { writeExport } from '../../api/personal-data/write-export.js';
import type { Access } from '../../shared/access-log/access-record.js';
import { appendAccesses } from '../../shared/access-log/append-accesses.js';
import { findSpellings } from '../../shared/erasure/find-spellings.js';
import { CLIENT_FLAGS, CLIENT_USAGE } from './client-flags.js';
import { type Command, textFlag } from './command.js';
import { requireIndexKey } from './index-key.js';
import { readEncryptionKeys } from './read-encryption-keys.js';
import { readSubjectFlags, requireClient } from './subject-flags.js';
import { withDatabase } from './with-database.js';
import { writeNewFile } from './write-new-file.js';

const ANSWERS = 'include-answers';

export const exportSubject: Command = {
  usage: `${CLIENT_USAGE} --output FILE [--${ANSWERS}]`,
  summary:
    'writes everything that a client holds on a subject to a new file; the subject is read from SUBJECT or prompted for; needs INDEX_KEY and ENCRYPTION_KEYS',
  flags: { ...CLIENT_FLAGS, output: { type: 'string' }, [ANSWERS]: { type: 'boolean' } },
  run: async (flags) => {
    const output = textFlag(flags, 'output');
    const keyring = readEncryptionKeys();
    const wanted = await readSubjectFlags(flags);
    await withDatabase(async (db) => {
      await requireClient(db, wanted);
      await requireIndexKey(db, { ...wanted, keyring }, wanted.clientId);
      await writeNewFile(output, async (file) => {
        const search = await findSpellings(db, { ...wanted, keyring }, wanted.clientId, wanted.search);
        const request = { ...wanted, search, includeAnswers: flags[ANSWERS] === true };
        const { opened, document } = await writeExport({ db, keyring }, request, { actor: 'system' });
        const { clientId } = request;
        await db.transaction((sql) =>
          appendAccesses(
            sql,
            opened.map((id) => accessByCommand(clientId, id)),
          ),
        );
        // Whole, unlike write(), which may take only a part of a piece.
        for await (const piece of document) await file.writeFile(piece);
      });
    });
    console.log(`Written to ${output}. It contains personal data, for the person concerned only.`);
    return 0;
  },
};

function accessByCommand(clientId: string, verificationId: string | null): Access {
  return {
    clientId,
    actorKind: 'system',
    actorId: null,
    act: 'export',
    verificationId,
    channel: 'command',
    ipAddress: undefined,
  };
}
