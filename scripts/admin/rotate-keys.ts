import { settingsFrom } from '../../shared/config/environment.js';
import { readSpoolDir } from '../../shared/config/worker.js';
import type { Database } from '../../shared/db/database.js';
import { laterMigrations, pendingMigrations } from '../../shared/db/pending-migrations.js';
import { findUnderOtherKeys } from '../../worker/spool/spooled-files.js';
import { type RotationProgress, rotateKeys as rotate } from '../operations/rotate-keys.js';
import type { Command } from './command.js';
import { readEncryptionKeys } from './read-encryption-keys.js';
import { withDatabase } from './with-database.js';

const MAX_NAMED_FILES = 20;

export const rotateKeys: Command = {
  usage: '',
  summary:
    're-seals all data keys under the first key of ENCRYPTION_KEYS, which every process must already have; can be stopped and run again; once it exits with 0, no process has sealed under an old key since (metric encryption_key_info), and no other machine has answers in its SPOOL_DIR, the old keys can be removed',
  flags: {},
  run: async () => {
    const ring = readEncryptionKeys();
    const { resealed, seen, younger, unopened, later } = await withDatabase(async (db) => {
      await requireMigrations(db);
      return { ...(await rotate(db, ring, print)), later: await laterMigrations(db) };
    });
    for (const { table, id } of unopened.slice(0, MAX_NAMED_FILES)) {
      console.log(`NOT OPENED ${table} ${id}: its key is not in ENCRYPTION_KEYS, or it is damaged`);
    }
    console.log(
      `Done: ${resealed} of ${seen} re-sealed under the key ${ring.current.id}, ${unopened.length} could not be opened.`,
    );
    if (younger > 0) {
      console.log(
        `NOT ALL: ${younger} of these were sealed under an earlier key while this ran: some process does not have the key ${ring.current.id} first in its ENCRYPTION_KEYS. Change that, restart it, and run rotate-keys again before a key is removed`,
      );
    }
    if (later.length > 0) {
      console.log(
        `NOT ALL: a later release has migrated this database (${later.at(-1)}) and may have sealed more than this one knows: run rotate-keys of that release before a key is removed`,
      );
    }
    const spooled = await findUnderOtherKeys(settingsFrom(process.env, readSpoolDir), ring);
    for (const file of spooled) {
      console.log(
        `NOT RE-SEALED ${file}: a paid answer that only an earlier key opens; keep that key until a worker has settled it (runbook: AnswersKept)`,
      );
    }
    return unopened.length + spooled.length + later.length + younger === 0 ? 0 : 1;
  },
};

/** Throws if a table may be missing: the tables before it would be re-sealed, and those after it not. */
async function requireMigrations(db: Database): Promise<void> {
  const pending = await pendingMigrations(db);
  if (pending.length === 0) return;
  throw new Error(
    `Nothing was re-sealed: ${pending.length} migrations are missing, the first is ${pending[0]}. Run npm run migrate first, or rotate-keys of the release that migrated this database.`,
  );
}

function print({ seen, resealed }: RotationProgress, pass: 1 | 2): void {
  console.log(`${pass === 2 ? 'second pass: ' : ''}${seen} checked, ${resealed} re-sealed`);
}
