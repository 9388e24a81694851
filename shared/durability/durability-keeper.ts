import type { Sql } from '../db/database.js';
import type { Logger } from '../logger.js';
import { OperatorError } from '../operator-error.js';
import { repeatUntilStopped } from '../repeat.js';
import { areCommitsWaiting, type DurabilityDemand, findForgetful } from './demand.js';

/**
 * `unread`: not asked yet, or PostgreSQL cannot say. `waiting`: it keeps its promise, and so commits stand still until
 * a synchronous standby is back.
 */
export const DURABILITY_STATES = ['unread', 'ok', 'waiting', 'not_held'] as const;
export type DurabilityState = (typeof DURABILITY_STATES)[number];

const LOOK_EVERY_MS = 1_000;

/**
 * Checks every second whether PostgreSQL keeps what DURABILITY promises (contract 15), since a promotion or a change of
 * its settings may end that at any time, and holds the result for the rest of this process.
 */
export class DurabilityKeeper {
  #state: DurabilityState = 'unread';
  #saidWaiting = false;

  constructor(
    private readonly options: {
      db: Pick<Sql, 'query'>;
      demand: DurabilityDemand;
      logger: Logger;
    },
  ) {}

  get state(): DurabilityState {
    return this.#state;
  }

  get demand(): DurabilityDemand {
    return this.options.demand;
  }

  /** Called at the start of a process: logs its durability. Throws OperatorError with the settings to change. */
  async require(): Promise<void> {
    const { db, demand, logger } = this.options;
    const { durability } = demand;
    const faults = await findForgetful(db, demand);
    if (faults.length > 0) {
      throw new OperatorError(
        `PostgreSQL does not keep what DURABILITY=${durability} promises: ${faults.join('; ')}`,
      );
    }
    this.#state = 'ok';
    logger.info({ durability }, 'durability of what is acknowledged');
  }

  /** Checks now. Rejects if PostgreSQL cannot say. */
  async look(): Promise<void> {
    const { db, demand } = this.options;
    const faults = await findForgetful(db, demand);
    // A fault counts at once, whatever becomes of another question.
    this.#become(faults, faults.length === 0 && (await areCommitsWaiting(db, demand)));
  }

  /** Checks every second until stopped. */
  start(): { stop(): Promise<void> } {
    return repeatUntilStopped({
      run: () => this.look(),
      pauseMs: LOOK_EVERY_MS,
      // Others report that PostgreSQL is unavailable; a known fault stands until it is known to be fixed.
      onError: () => {
        if (this.#state !== 'not_held') this.#state = 'unread';
      },
    });
  }

  #become(faults: readonly string[], areWaiting: boolean): void {
    const { demand, logger } = this.options;
    const before = this.#state;
    this.#state = faults.length > 0 ? 'not_held' : areWaiting ? 'waiting' : 'ok';
    this.#tellOfWaits();
    if (this.#state === 'not_held' && before !== 'not_held') {
      const facts = { durability: demand.durability, settings: faults };
      logger.error(facts, 'PostgreSQL may lose what it acknowledges: nothing is accepted or called');
    } else if (this.#state !== 'not_held' && before === 'not_held') {
      logger.info({ durability: demand.durability }, 'PostgreSQL keeps what it acknowledges again');
    }
  }

  /** Compared with what was said last: in between, PostgreSQL may have been away. */
  #tellOfWaits(): void {
    const { logger } = this.options;
    const isWaiting = this.#state === 'waiting';
    if (isWaiting === this.#saidWaiting) return;
    this.#saidWaiting = isWaiting;
    if (isWaiting) logger.error('commits stand still: no synchronous standby confirms them');
    else logger.info('commits no longer wait for a synchronous standby');
  }
}
