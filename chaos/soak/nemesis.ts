import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.js';
import type { Area, Fault } from './fault.js';
import type { Soak } from './soak.js';
import { timeRecovery } from './time-recovery.js';

/** One fault that was injected. */
export interface Strike {
  kind: string;
  /** Milliseconds from the end of the fault until a request submitted after it was completed; absent if none was. */
  recoveryMs?: number;
}

export interface NemesisOptions {
  faults: readonly Fault[];
  /** Maximum number of concurrent faults, on different things. */
  hands: number;
  random: Random;
  say(line: string): void;
}

/** Pauses between two faults of one hand, in milliseconds. */
const PAUSE = { min: 500, max: 5_000 };

/** Injects one fault after the other, choosing evenly among all kinds, in an order determined by its seed. */
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
    // The failure is reported when the nemesis is stopped.
    this.#hands.catch(() => undefined);
  }

  /** Resolves when it was stopped and everything is restored. Throws if a fault could not be injected. */
  get ended(): Promise<unknown> {
    return this.#hands;
  }

  /** Starts no new fault and resolves when everything is restored. Throws if one could not be injected. */
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

  /** The next of the shuffled kinds whose areas are free. */
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
