import type { Database } from '../db/database.js';
import type { Witness } from '../witness/witness.js';
import type { WitnessView } from './judge-history.js';
import { hourOf, type Situation, seenOf } from './read-situation.js';

/** Once a minute, by whichever process looks first, in the hour that the witness has marked. */
const SEE = `
  UPDATE database_histories SET seen_at = now() WHERE id = $1 AND ${hourOf('now()')} = $2
    AND (seen_at IS NULL OR seen_at NOT BETWEEN now() - interval '1 minute' AND now() + interval '1 minute')`;

/** Notes on both sides, in the witness and in the database, how far the adopted database was seen, and when. */
export class Sightings {
  #writing: Promise<unknown> | undefined;

  constructor(private readonly options: { db: Pick<Database, 'statement'>; witness: Witness }) {}

  /** The database is seen only in an hour that the witness has marked before. */
  async note({ here, newest }: Situation, { state }: WitnessView): Promise<void> {
    const { witness } = this.options;
    if (state === undefined) return;
    await witness.seePosition(state, seenOf(here));
    const isMarked =
      here.hour === newest.seenHour || (await witness.markHour(state.epoch, here.hour, newest.seenHour ?? 0));
    if (isMarked) this.#write(newest.id, here.hour);
  }

  /** Not awaited: under `DURABILITY=standby` that would mean waiting for the standby. */
  #write(historyId: string, hour: number): void {
    this.#writing ??= this.options.db
      .statement(SEE, [historyId, hour])
      .catch(() => undefined)
      .finally(() => {
        this.#writing = undefined;
      });
  }
}
