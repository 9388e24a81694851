import { type RotationProgress, rotateKeys as rotate } from '../operations/rotate-keys.js';
import type { Command } from './command.js';
import { readEncryptionKeys } from './read-encryption-keys.js';
import { withDatabase } from './with-database.js';

const MOST_NAMED = 20;

export const rotateKeys: Command = {
  usage: '',
  summary:
    'seals all data keys under the first key of ENCRYPTION_KEYS, which every process must have by then; may be stopped and run again, and the old keys may go when it ends with 0',
  flags: {},
  run: async () => {
    const ring = readEncryptionKeys();
    const { resealed, seen, unopened } = await withDatabase((db) => rotate(db, ring, print));
    for (const { table, id } of unopened.slice(0, MOST_NAMED)) {
      console.log(`NOT OPENED ${table} ${id}: its key is not in ENCRYPTION_KEYS, or it is damaged`);
    }
    console.log(
      `Done: ${resealed} of ${seen} newly sealed under the key ${ring.current.id}, ${unopened.length} not opened.`,
    );
    return unopened.length === 0 ? 0 : 1;
  },
};

function print({ seen, resealed }: RotationProgress): void {
  console.log(`${seen} looked at, ${resealed} newly sealed`);
}
