import type { Database } from '../../shared/db/database.js';
import { adoptHistory as adopt } from '../../shared/history/adopt-history.js';
import { ADOPTED_HISTORY } from '../../shared/history/this-database.js';
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
    const result = await withDatabase((db) => withWitness((witness) => adoptWith(db, witness)), {
      poolSize: CONNECTIONS,
    });
    if (result === 'refused') {
      throw new Error(
        'The database was not adopted: another process is doing so, or the connection to Redis was lost. Try again in a minute.',
      );
    }
    console.log(
      result === 'adopted'
        ? 'The database is adopted. What may have been called is in review as history_changed.'
        : 'The database was adopted before. Nothing has changed.',
    );
    return 0;
  },
};

async function adoptWith(db: Database, witness: Witness): Promise<'adopted' | 'unchanged' | 'refused'> {
  const deps = {
    db,
    witness,
    logger: createLogger({ process: 'worker', level: 'silent' }),
    remember: () => Promise.resolve(),
    findGone: () => Promise.resolve(false),
    onSettled: () => undefined,
  };
  const before = await readAdopted(db);
  if (!(await adopt(deps, { how: 'person', by: 'system' }))) return 'refused';
  return before !== undefined && before === (await readAdopted(db)) ? 'unchanged' : 'adopted';
}

async function readAdopted(db: Database): Promise<string | undefined> {
  const [adopted] = await db.query<{ id: string }>(ADOPTED_HISTORY);
  return adopted?.id;
}
