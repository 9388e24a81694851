import type { Random } from '../random.js';

/** What of the traffic between a process and one of its servers is waited for. */
export type Watch =
  | {
      link: 'postgres';
      /** A statement; with `commit`, the commit of the transaction that it was part of. */
      statement: RegExp;
      commit?: true;
      /**
       * Before the server hears of it, or when it has done it and the process never hears; or, told, right before the
       * process hears.
       */
      moment: 'before' | 'after' | 'told';
    }
  | {
      link: 'redis';
      /** Texts that are all in it. */
      texts: readonly string[];
      /** What the process sends, before or after Redis has done it; or what it is told, before it hears it. */
      moment: 'before' | 'after' | 'told';
    }
  | { link: 'provider'; moment: ProviderMoment }
  /** Where webhooks go. */
  | { link: 'receiver'; moment: 'whole request' };

export type ProviderMoment =
  | 'connecting'
  | 'part of the request'
  | 'whole request'
  | 'waiting'
  | 'part of the answer'
  | 'whole answer';

/** Kills one process, or has it stand still, at one moment of its traffic. */
export class Trigger {
  #watch: Watch | undefined;
  #struck = false;
  #heard: () => void = () => undefined;
  /** Resolves when the moment has come. */
  readonly hit = new Promise<void>((resolve) => {
    this.#heard = resolve;
  });

  /** `kill` must end or stop the process at once; `random` chooses what a moment leaves open. */
  constructor(
    private readonly kill: () => void,
    readonly random: Random,
  ) {}

  /** From now on the moment is waited for. */
  arm(watch: Watch): void {
    this.#watch = watch;
  }

  get struck(): boolean {
    return this.#struck;
  }

  /** What is waited for on this link, if anything. */
  armed<Link extends Watch['link']>(link: Link): Extract<Watch, { link: Link }> | undefined {
    if (this.#struck || this.#watch?.link !== link) return undefined;
    return this.#watch as Extract<Watch, { link: Link }>;
  }

  /** The moment has come. */
  strike(): void {
    if (this.#struck) return;
    this.#struck = true;
    this.kill();
    this.#heard();
  }
}
