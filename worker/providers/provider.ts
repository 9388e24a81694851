import type { CallProvider, CheckCode } from '../../shared/services/index.js';
import type { CheckInput, Exchange, ProviderRequest, Verdict, Withheld } from './types.js';

/** Says why a request must be held back, or nothing when it may be sent now; the signal ends the asking. */
export type MayStillSend = (over: AbortSignal) => Promise<Withheld | undefined>;

/** One route of a provider: what fails together. */
export interface ProviderRoute {
  /** Its name in figures, logs and traces. */
  readonly path: string;
  /** What is asked there. */
  readonly checks: readonly CheckCode[];
}

/**
 * Whoever answers checks. What a vendor's requests and answers look like is known behind this interface and nowhere
 * else; CONTRIBUTING.md says how to add one, and test/worker/providers/contract holds every one to what the worker
 * rests on.
 */
export interface Provider {
  readonly name: CallProvider;
  readonly routes: readonly ProviderRoute[];
  /** The hard limit of one call, in milliseconds. */
  readonly timeoutMs: number;
  /** What to ask for a check. Pure: it runs before the dispatch marker. */
  build(input: CheckInput): ProviderRequest;
  /**
   * Asks exactly once; `reference` is the check id. `mayStillSend` is asked when nothing but the sending itself is left
   * to do. Never throws for what a network can do.
   */
  send(request: ProviderRequest, reference: string, mayStillSend: MayStillSend): Promise<Exchange>;
  /** What came of it, in our words: pure, and uncertain about all that it does not know for certain. */
  judge(exchange: Exchange, input: CheckInput): Verdict;
}
