import type { Access } from '../../shared/access-log/access-record.js';
import { appendAccesses } from '../../shared/access-log/append-accesses.js';
import { Batcher } from '../../shared/batching/batcher.js';
import type { DatabasePool } from '../../shared/db/database.js';
import { ofClients } from '../../shared/db/scope.js';

/** As many as one acceptance takes. */
const MAX_BATCH = 200;

/**
 * Writes down who opens what about whom (contract 11). Looks that come while a commit is under way share the next one,
 * so that a client's chain costs a busy process one commit for many looks.
 */
export class AccessLog {
  readonly #batcher: Batcher<Access, void>;

  constructor(db: Pick<DatabasePool, 'scoped'>) {
    this.#batcher = new Batcher({
      run: async (accesses) => {
        await db.scoped(ofClients(accesses)).transaction((sql) => appendAccesses(sql, accesses));
        return accesses.map(() => undefined);
      },
      laneOf: ({ clientId }) => clientId,
      maxBatch: MAX_BATCH,
    });
  }

  /** To be awaited before anything of what is opened leaves: nobody looks without a trace. */
  record(access: Access): Promise<void> {
    return this.#batcher.submit(access);
  }
}
