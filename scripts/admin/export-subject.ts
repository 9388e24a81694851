import { type FileHandle, open, rm } from 'node:fs/promises';
import { writeExport } from '../../api/personal-data/write-export.js';
import type { Access } from '../../shared/access-log/access-record.js';
import { appendAccesses } from '../../shared/access-log/append-accesses.js';
import { findSpellings } from '../../shared/erasure/find-spellings.js';
import { CLIENT_FLAGS, CLIENT_USAGE } from './client-flags.js';
import { type Command, textFlag } from './command.js';
import { readEncryptionKeys } from './read-encryption-keys.js';
import { readSubjectFlags, requireClient } from './subject-flags.js';
import { withDatabase } from './with-database.js';

const ANSWERS = 'include-answers';
/** Readable only by the user who runs the command. */
const PRIVATE = 0o600;

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
      const file = await openNew(output);
      try {
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
        for await (const piece of document) {
          await file.write(piece);
        }
      } catch (error) {
        // What there is of it names the subject, serves nobody, and would be in the way of the next attempt.
        await rm(output);
        throw error;
      } finally {
        await file.close();
      }
    });
    console.log(`Written to ${output}. It contains personal data, for the person concerned only.`);
    return 0;
  },
};

/** Creates a file that must not exist. Throws with a readable message. */
async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', PRIVATE);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const remedy = code === 'EEXIST' ? 'it already exists: choose a new name' : 'choose a writable folder';
    throw new Error(`--output cannot be written (${code}): ${remedy}.`, { cause: error });
  }
}

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
