import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.js';
import type { Area, Fault } from './fault.js';
import type { Soak } from './soak.js';
import { timeRecovery } from './time-recovery.js';

/** One fault that was done. */
export interface Strike {
  kind: string;
  /** Milliseconds from the healing until a request submitted after it was completed; absent when none was. */
  recoveryMs?: number;
}

export interface NemesisOptions {
  faults: readonly Fault[];
  /** Faults at the same time at most, on different things. */
  hands: number;
  random: Random;
  say(line: string): void;
}

/** Pauses between two faults of one hand, in milliseconds. */
const PAUSE = { min: 500, max: 5_000 };

/** Does one fault after the other, of all kinds alike, in an order that follows from its seed. */
export class Nemesis {
  readonly strikes: Strike[] = [];
  readonly #busy = new Set<Area>();
  readonly #hands: Promise<unknown>;
  #deck: Fault[] = [];
  #stopped = false;

  constructor(
    private readonly soak: Soak,
    private readonly options: NemesisOptions,
  ) {
    this.#hands = Promise.all(Array.from({ length: options.hands }, (_, hand) => this.#work(`hand-${hand}`)));
    // Whoever stops the nemesis gets to see the failure.
    this.#hands.catch(() => undefined);
  }

  /** Resolves when it was told to stop and all is healed. Throws when a fault could not be done. */
  get ended(): Promise<unknown> {
    return this.#hands;
  }

  /** Begins no new fault and resolves when all are healed. Throws when one could not be done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#hands;
  }

  async #work(hand: string): Promise<void> {
    const random = this.options.random.for(hand);
    while (!this.#stopped) {
      const fault = this.#draw();
      if (fault !== undefined) await this.#strike(fault, random);
      await sleep(random.between(PAUSE.min, PAUSE.max));
    }
  }

  /** The next of the shuffled kinds whose areas nobody else is at. */
  #draw(): Fault | undefined {
    if (this.#deck.length === 0) this.#deck = this.options.random.shuffle(this.options.faults);
    const fault = this.#deck.find(({ areas }) => areas.every((area) => !this.#busy.has(area)));
    if (fault !== undefined) this.#deck = this.#deck.filter((other) => other !== fault);
    return fault;
  }

  async #strike(fault: Fault, random: Random): Promise<void> {
    for (const area of fault.areas) this.#busy.add(area);
    const strike: Strike = { kind: fault.kind };
    const number = this.strikes.push(strike);
    try {
      await fault.strike(this.soak, random);
    } catch (error) {
      throw new Error(`The fault "${fault.kind}" could not be done`, { cause: error });
    } finally {
      for (const area of fault.areas) this.#busy.delete(area);
    }
    const recoveryMs = await timeRecovery(this.soak, `probe-${number}`);
    if (recoveryMs !== undefined) strike.recoveryMs = recoveryMs;
    this.options.say(`${fault.kind}: ${recoveryMs === undefined ? 'not recovered' : `${recoveryMs} ms`}`);
  }
}
