import type { Random } from '../random.js';

/** The traffic between a process and one of its servers to wait for. */
export type Watch =
  | {
      link: 'postgres';
      /** A statement; with `commit`, the commit of the transaction that it was part of. */
      statement: RegExp;
      commit?: true;
      /**
       * Before the server receives it, or once the server has done it and the process is never told; or, with `told`,
       * right before the process is told.
       */
      moment: 'before' | 'after' | 'told';
    }
  | {
      link: 'redis';
      /** Texts it contains, all of them. */
      texts: readonly string[];
      /** Before or after Redis executes what the process sends; or right before the process is told something. */
      moment: 'before' | 'after' | 'told';
    }
  | { link: 'provider'; moment: ProviderMoment }
  /** The destination of webhooks. */
  | { link: 'receiver'; moment: 'whole request' };

export type ProviderMoment =
  | 'connecting'
  | 'part of the request'
  | 'whole request'
  | 'waiting'
  | 'part of the answer'
  | 'whole answer';

/** Kills or suspends one process at one moment of its traffic. */
export class Trigger {
  #watch: Watch | undefined;
  #struck = false;
  #heard: () => void = () => undefined;
  /** Resolves when the moment has come. */
  readonly hit = new Promise<void>((resolve) => {
    this.#heard = resolve;
  });

  /** `kill` must end or suspend the process at once; `random` decides what a moment leaves open. */
  constructor(
    private readonly kill: () => void,
    readonly random: Random,
  ) {}

  /** Starts waiting for the moment. */
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

  /** Reports that the moment has come. */
  strike(): void {
    if (this.#struck) return;
    this.#struck = true;
    this.kill();
    this.#heard();
  }
}
