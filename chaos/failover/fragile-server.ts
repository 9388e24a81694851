import type { Relay } from '../../test/support/relay.js';
import type { Random } from '../random.js';

/** A server behind an address that stays, which can lose what it said last. */
export interface FragileServer {
  /** What the service connects to. */
  readonly address: Relay;
  /** Past the address, to the server that answers there now. */
  readonly url: string;
  /** Makes it ready to fail once more. */
  prepare(random: Random): Promise<void>;
  /** From now on what it says is lost when it fails, unless it has somebody who keeps it. */
  endanger(): Promise<void>;
  /** Fails, and answers again at the same address. */
  fail(): Promise<void>;
  close(): Promise<void>;
}
