import { EnvironmentReader } from '../../shared/config/environment.js';
import { readSpoolDir } from '../../shared/config/worker.js';
import { findUnderOtherKeys } from '../../worker/spool/spool.js';
import { type RotationProgress, rotateKeys as rotate } from '../operations/rotate-keys.js';
import type { Command } from './command.js';
import { readEncryptionKeys } from './read-encryption-keys.js';
import { withDatabase } from './with-database.js';

const MOST_NAMED = 20;

export const rotateKeys: Command = {
  usage: '',
  summary:
    're-seals all data keys under the first key of ENCRYPTION_KEYS, which every process must already have; can be stopped and run again; once it exits with 0, and no other machine has answers in its SPOOL_DIR, the old keys can be removed',
  flags: {},
  run: async () => {
    const ring = readEncryptionKeys();
    const { resealed, seen, unopened } = await withDatabase((db) => rotate(db, ring, print));
    for (const { table, id } of unopened.slice(0, MOST_NAMED)) {
      console.log(`NOT OPENED ${table} ${id}: its key is not in ENCRYPTION_KEYS, or it is damaged`);
    }
    console.log(
      `Done: ${resealed} of ${seen} re-sealed under the key ${ring.current.id}, ${unopened.length} could not be opened.`,
    );
    const spooled = await findUnderOtherKeys(readSpoolDir(new EnvironmentReader(process.env)), ring);
    for (const file of spooled) {
      console.log(
        `NOT RE-SEALED ${file}: a paid answer that only an earlier key opens; keep that key until a worker has settled it (runbook: AnswersKept)`,
      );
    }
    return unopened.length + spooled.length === 0 ? 0 : 1;
  },
};

function print({ seen, resealed }: RotationProgress): void {
  console.log(`${seen} checked, ${resealed} re-sealed`);
}
