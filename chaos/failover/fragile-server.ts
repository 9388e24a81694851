import type { Relay } from '../../harness/relay.js';
import type { Random } from '../random.js';

/** Something a service depends on that fails repeatedly. */
export interface Fragile {
  /** Prepares it to fail once more. */
  prepare(random: Random): Promise<void>;
  /** From now on whatever it acknowledges is lost when it fails, unless a standby keeps it. */
  endanger(): Promise<void>;
  /** Fails; resolves when it serves again. */
  fail(): Promise<void>;
}

/** A server behind a fixed address, which can lose what it acknowledged last. */
export interface FragileServer extends Fragile {
  /** The address the service connects to. */
  readonly address: Relay;
  /** The server that currently answers there, bypassing the address. */
  readonly url: string;
  close(): Promise<void>;
}
