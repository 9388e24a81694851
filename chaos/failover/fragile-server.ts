import type { Relay } from '../../harness/relay.js';
import type { Random } from '../random.js';

/** What fails over and over under a service. */
export interface Fragile {
  /** Makes it ready to fail once more. */
  prepare(random: Random): Promise<void>;
  /** From now on what it says is lost when it fails, unless it has somebody who keeps it. */
  endanger(): Promise<void>;
  /** Fails, and serves again when this resolves. */
  fail(): Promise<void>;
}

/** A server behind an address that stays, which can lose what it said last. */
export interface FragileServer extends Fragile {
  /** What the service connects to. */
  readonly address: Relay;
  /** Past the address, to the server that answers there now. */
  readonly url: string;
  close(): Promise<void>;
}
