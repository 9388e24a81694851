import type { Database } from '../../shared/db/database.js';
import { adoptHistory as adopt } from '../../shared/history/adopt-history.js';
import { createLogger } from '../../shared/logger.js';
import type { Witness } from '../../shared/witness/witness.js';
import type { Command } from './command.js';
import { withDatabase } from './with-database.js';
import { withWitness } from './with-witness.js';

/** One holds the lock, the other does the work. */
const CONNECTIONS = 2;

export const adoptHistory: Command = {
  usage: '',
  summary:
    'adopts the current database when no process does so because it is an older or a different one; make sure first that it is the right one. Puts everything that may have been called into review; needs REDIS_URL',
  flags: {},
  run: async () => {
    const adopted = await withDatabase((db) => withWitness((witness) => adoptWith(db, witness)), {
      poolSize: CONNECTIONS,
    });
    if (!adopted) {
      throw new Error(
        'The database was not adopted: another process is doing so, or the connection to Redis was lost. Try again in a minute.',
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
