import type { Database } from '../../shared/db/database.js';
import { adoptHistory as adopt } from '../../shared/history/adopt-history.js';
import { createLogger } from '../../shared/logger.js';
import type { Witness } from '../../shared/witness/witness.js';
import type { Command } from './command.js';
import { withDatabase } from './with-database.js';
import { withWitness } from './with-witness.js';

/** One holds the lock, another does the work. */
const CONNECTIONS = 2;

export const adoptHistory: Command = {
  usage: '',
  summary:
    'adopts the database as it is, where no process does because it is an older or another one: look first that it is the right one; puts everything into review that may have been called; needs REDIS_URL',
  flags: {},
  run: async () => {
    const adopted = await withDatabase((db) => withWitness((witness) => adoptWith(db, witness)), {
      poolSize: CONNECTIONS,
    });
    if (!adopted) {
      throw new Error(
        'The database is not adopted: another process does it just now, or Redis was lost meanwhile. Try again in a minute.',
      );
    }
    console.log('The database is adopted. What may have been called is in review as history_changed.');
    return 0;
  },
};

function adoptWith(db: Database, witness: Witness): Promise<boolean> {
  const deps = {
    db,
    witness,
    logger: createLogger({ process: 'worker', level: 'silent' }),
    remember: () => Promise.resolve(),
    findGone: () => Promise.resolve(false),
    onSettled: () => undefined,
  };
  return adopt(deps, { how: 'person', by: 'system' });
}
