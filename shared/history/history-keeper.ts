import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.js';
import { repeatUntilStopped } from '../repeat.js';
import type { Witness } from '../witness/witness.js';
import type { WitnessState } from '../witness/witnessed-history.js';
import { askWitness, completeView } from './ask-witness.js';
import { isAdopted, type Judgement, judgeHistory, REFUSALS, type WitnessView } from './judge-history.js';
import { readSituation, type Situation, seenOf } from './read-situation.js';
import { Sightings } from './sightings.js';
import { Telling, type TellingOptions } from './tell-witness.js';

/** `unknown`: what the database has become has not been adopted; a refusal waits for a person. */
export const HISTORY_STATES = ['unread', 'adopted', 'unknown', ...REFUSALS] as const;
export type HistoryState = (typeof HISTORY_STATES)[number];

export interface HistoryKeeperOptions extends TellingOptions {
  db: Pick<Database, 'query' | 'statement'>;
  witness: Witness;
  /** Adopts a history and resolves to whether it is adopted; without it this process only looks. */
  adopt?(): Promise<boolean>;
  /** Names what an adopted history lacks; resolves to undefined while another process does it. */
  nameLost?(historyId: string): Promise<number | undefined>;
}

const LOOK_EVERY_MS = 1_000;
/** A Redis that evicts keeps evicting: a new epoch tells it everything again, which makes it evict more. */
const BEGIN_EVICTED_EVERY_MS = 60_000;

/**
 * Looks every second at where the database stands (contract 15): restarts the witness if it has forgotten, has a new
 * history adopted, and keeps the result for the rest of this process.
 */
export class HistoryKeeper {
  #state: HistoryState = 'unread';
  #sessionsFrom: Date | undefined;
  #looking: Promise<void> | undefined;
  #begunAt = Number.NEGATIVE_INFINITY;

  readonly #sightings: Sightings;
  readonly #telling: Telling;

  constructor(private readonly options: HistoryKeeperOptions) {
    this.#sightings = new Sightings(options);
    this.#telling = new Telling(options);
  }

  get state(): HistoryState {
    return this.#state;
  }

  /** Sessions that started earlier have ended: what the database lost may include their revocation. */
  get sessionsFrom(): Date | undefined {
    return this.#sessionsFrom;
  }

  /** Looks now, or shares the look in progress. Rejects if PostgreSQL cannot say. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Looks every second until stopped. */
  start(): { stop(): Promise<void> } {
    return repeatUntilStopped({
      run: () => this.look(),
      pauseMs: LOOK_EVERY_MS,
      // Others report that PostgreSQL is unavailable; what was found before may no longer hold.
      onError: () => this.#become('unread'),
    });
  }

  async #look(): Promise<void> {
    const { db, witness } = this.options;
    const asked = await unlessAway(askWitness(witness));
    const situation = await readSituation(db, asked?.state);
    const view = asked && (await unlessAway(completeView(witness, asked, situation)));
    this.#sessionsFrom = situation.newest.replacedAt;
    if (view === undefined) {
      this.#become(isAdopted(situation) ? 'adopted' : 'unknown');
      return;
    }
    await this.#follow(judgeHistory(situation, view), situation, view);
  }

  async #follow(judgement: Judgement, situation: Situation, view: WitnessView): Promise<void> {
    const { adopt } = this.options;
    switch (judgement.kind) {
      case 'adopted':
        this.#become('adopted');
        await this.#sightings.note(situation, view).catch(() => undefined);
        break;
      case 'evicted':
        this.#become('adopted');
        await this.#sightings.note(situation, view).catch(() => undefined);
        if (performance.now() - this.#begunAt > BEGIN_EVICTED_EVERY_MS) await this.#begin(situation, view);
        break;
      case 'begin':
        await this.#begin(situation, view);
        this.#become('adopted');
        break;
      case 'record_epoch':
        await this.#recordEpoch(situation.newest.id, view.state?.epoch);
        this.#become('adopted');
        break;
      case 'adopt':
        this.#become('unknown');
        // A witness that lacks what this process knows is not whole.
        if ((await this.#telling.tell(view.state?.epoch)) && (await adopt?.())) this.#become('adopted');
        break;
      case 'name_lost':
        this.#become('adopted');
        await this.#nameLost(view.state, situation.newest.id);
        break;
      case 'restarted':
        // Calls continue meanwhile: the witness knows what was called after the last look.
        this.#become('adopted');
        await adopt?.();
        break;
      case 'refused':
        this.#become(judgement.why);
    }
    await this.#telling.tell(view.state?.epoch);
    if (judgement.kind === 'adopted') await this.#compareAgain(situation.newest.id);
  }

  async #begin({ newest, here }: Situation, { state, runId, evicted }: WitnessView): Promise<void> {
    const { witness, db, logger } = this.options;
    const epoch = randomUUID();
    // A server that restarted along with Redis has yet to be judged by what was seen of it before.
    const { position, startedAt } = state?.history === newest.id ? state : seenOf(here);
    const begun = await witness.begin(state, {
      history: newest.id,
      systemIdentifier: newest.systemIdentifier,
      timeline: newest.timeline,
      epoch,
      runId,
      evicted,
      position,
      startedAt,
      adopting: false,
    });
    if (!begun) return;
    this.#begunAt = performance.now();
    logger.info({ had: state?.epoch ?? null, evicted }, 'the witness starts over');
    await witness.markHour(epoch, here.hour, null);
    await db.statement('UPDATE database_histories SET witness_epoch = $2, seen_at = now() WHERE id = $1', [
      newest.id,
      epoch,
    ]);
    await this.#telling.tell(epoch);
  }

  async #recordEpoch(historyId: string, epoch: string | undefined): Promise<void> {
    await this.options.db.statement('UPDATE database_histories SET witness_epoch = $2 WHERE id = $1', [
      historyId,
      epoch ?? null,
    ]);
  }

  async #nameLost(state: WitnessState | undefined, historyId: string): Promise<void> {
    const lost = await this.options.nameLost?.(historyId);
    if (lost === undefined || state === undefined) return;
    await this.options.witness.begin(state, { ...state, adopting: false });
  }

  /** Has some process name once more what is gone, if the witness was told of requests after that was done. */
  async #compareAgain(historyId: string): Promise<void> {
    if (!this.#telling.isLateFor(historyId)) return;
    // The witness goes on refusing the database of before: in its state, an adoption would let that one acknowledge.
    await this.options.db.statement(
      'UPDATE database_histories SET requests_compared_at = NULL WHERE id = $1',
      [historyId],
    );
    this.#telling.forgetLate();
  }

  #become(state: HistoryState): void {
    const before = this.#state;
    this.#state = state;
    if (state === before || state === 'unread') return;
    if (state === 'adopted') {
      if (before !== 'unread') this.options.logger.info('the history of the database is adopted');
    } else {
      this.options.logger.error({ state }, 'the database is not the one that was adopted: nothing is called');
    }
  }
}

/** Resolves to undefined while Redis is unavailable. */
function unlessAway<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch(() => undefined);
}
