import type { CallProvider, CheckCode } from '../../shared/services/index.js';
import type { CheckInput, Exchange, ProviderRequest, Verdict, Withheld } from './types.js';

/** Resolves to why a request must be held back, or undefined if it may be sent now; the signal aborts the question. */
export type MayStillSend = (over: AbortSignal) => Promise<Withheld | undefined>;

/** One route of a provider: the unit that fails together. */
export interface ProviderRoute {
  /** Its name in metrics, logs and traces. */
  readonly path: string;
  /** The checks called on it. */
  readonly checks: readonly CheckCode[];
}

/**
 * A provider that answers checks. A vendor's request and answer formats are known only behind this interface;
 * CONTRIBUTING.md says how to add one, and test/worker/providers/contract holds each to what the worker relies on.
 */
export interface Provider<Name extends CallProvider = CallProvider> {
  readonly name: Name;
  readonly routes: readonly ProviderRoute[];
  /** Hard limit of one call, in milliseconds. */
  readonly timeoutMs: number;
  /** Builds the request of a check. Pure: it runs before the dispatch marker. */
  build(input: CheckInput): ProviderRequest;
  /**
   * How long the check waits in the queue before it is called for the first time, in milliseconds: what a simulated
   * source takes. Real ones have none.
   */
  waitMs?(request: ProviderRequest): number;
  /**
   * Sends the request exactly once; `reference` is the check id. `mayStillSend` is asked when only the sending itself
   * remains. Never throws on network failure.
   */
  send(request: ProviderRequest, reference: string, mayStillSend: MayStillSend): Promise<Exchange>;
  /** Translates the exchange into a verdict: pure, and `uncertain` about everything it does not know for certain. */
  judge(exchange: Exchange, input: CheckInput): Verdict;
}
