import type { Relay } from '../../harness/relay.js';
import { changeOrder } from '../../harness/sorted-database.js';
import type { FragileServer } from './fragile-server.js';
import { DATABASE, type PlacedPostgres } from './placed-postgres.js';

/** The order in which the indexes are built. */
export const FIRST_ORDER = 'en-US';
/** Upper case first, ignoring hyphens and spaces. */
const OTHER_ORDER = 'en-US-u-kf-upper-ka-shifted';

/**
 * A server that is repeatedly stopped and started from another image: the data stays, but texts compare in a different
 * order from the one their indexes were built in.
 */
export class ResortedPostgres implements FragileServer {
  #order = FIRST_ORDER;

  constructor(
    private readonly only: PlacedPostgres,
    readonly address: Relay,
  ) {}

  get url(): string {
    return this.only.server.url;
  }

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  endanger(): Promise<void> {
    return Promise.resolve();
  }

  async fail(): Promise<void> {
    this.#order = this.#order === FIRST_ORDER ? OTHER_ORDER : FIRST_ORDER;
    this.address.sever();
    await this.only.server.crash('SIGINT');
    await this.only.server.restart();
    await changeOrder(this.url, DATABASE, this.#order);
    this.address.restore();
  }

  async close(): Promise<void> {
    await Promise.all([this.only.server.remove(), this.address.close()]);
  }
}
