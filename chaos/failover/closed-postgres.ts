import { setTimeout as sleep } from 'node:timers/promises';
import type { Relay } from '../../harness/relay.js';
import { withClient } from '../../harness/with-client.js';
import type { Random } from '../random.js';
import type { FragileServer } from './fragile-server.js';
import type { PlacedPostgres } from './placed-postgres.js';

/** How long it refuses to write, in milliseconds. */
const CLOSED_MS = { min: 500, max: 5_000 };

/** A server that repeatedly refuses to write for a while, and loses nothing. */
export class ClosedPostgres implements FragileServer {
  #closedMs = 0;

  constructor(
    private readonly only: PlacedPostgres,
    readonly address: Relay,
  ) {}

  get url(): string {
    return this.only.server.url;
  }

  prepare(random: Random): Promise<void> {
    this.#closedMs = random.between(CLOSED_MS.min, CLOSED_MS.max);
    return Promise.resolve();
  }

  endanger(): Promise<void> {
    return Promise.resolve();
  }

  async fail(): Promise<void> {
    await refuseWrites(this.url);
    await sleep(this.#closedMs);
    await takeWrites(this.url);
  }

  async close(): Promise<void> {
    await Promise.all([this.only.server.remove(), this.address.close()]);
  }
}

/** Makes every transaction on the server read-only from now on, including those of existing sessions. */
export function refuseWrites(superuserUrl: string): Promise<void> {
  return setReadOnly(superuserUrl, 'on');
}

function takeWrites(superuserUrl: string): Promise<void> {
  return setReadOnly(superuserUrl, 'off');
}

function setReadOnly(superuserUrl: string, value: 'on' | 'off'): Promise<void> {
  return withClient(superuserUrl, async (client) => {
    await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
    await client.query('SELECT pg_reload_conf()');
  });
}
