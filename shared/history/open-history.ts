import type { Redis } from 'ioredis';
import type { Database, Sql } from '../db/database.js';
import type { Logger } from '../logger.js';
import { publishSettled } from '../redis/settled-channel.js';
import { type Acknowledgements, openAcknowledgements } from '../witness/acknowledgements.js';
import { openWitness, type Witness } from '../witness/witness.js';
import { adoptHistory } from './adopt-history.js';
import { HistoryKeeper } from './history-keeper.js';
import { areGone, nameLostRequests } from './name-lost-requests.js';

/** What a process knows and reports about the history of its database. */
export interface History {
  witness: Witness;
  acknowledgements: Acknowledgements;
  keeper: HistoryKeeper;
}

/**
 * Opens the witness and the keeper of one process without querying anything yet. `adopter` names a process that adopts
 * what the database has become; without it the process only looks.
 */
export function openHistory(options: {
  db: Database;
  redis: Redis;
  logger: Logger;
  adopter?: string;
}): History {
  const { db, redis, logger, adopter } = options;
  const witness = openWitness(redis);
  const acknowledgements = openAcknowledgements(redis);
  const remember = async (): Promise<void> => {
    await Promise.all([witness.remember(), acknowledgements.remember()]);
  };
  const adoption = {
    db,
    witness,
    logger,
    remember,
    findGone: async (sql: Sql) => areGone(sql, await acknowledgements.last()),
    onSettled: (settled: readonly { id: string }[]) => {
      publishSettled(
        redis,
        settled.map(({ id }) => id),
      ).catch(() => undefined);
    },
  };
  const keeper = new HistoryKeeper({
    db,
    witness,
    logger,
    remember,
    catchUp: () => acknowledgements.catchUp(),
    ...(adopter !== undefined && {
      adopt: () => adoptHistory(adoption, { how: 'automatic', by: adopter }),
      nameLost: (historyId) => nameLostRequests({ db, acknowledgements, logger }, historyId),
    }),
  });
  return { witness, acknowledgements, keeper };
}
