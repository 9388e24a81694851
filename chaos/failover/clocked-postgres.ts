import { chmodSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Relay } from '../../harness/relay.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { waitFor } from '../../harness/wait-for.js';
import { withClient } from '../../harness/with-client.js';
import { urlOfDatabase } from '../../scripts/embedded/service-database.js';
import type { Random } from '../random.js';
import { clockOf, clocksCanJump, setClock } from '../world/false-clock.js';
import type { FragileServer } from './fragile-server.js';
import { DATABASE, type PlacedPostgres } from './placed-postgres.js';

const JUMPS = ['+1d', '+2000d'];
/** How long the clock is wrong, in milliseconds: retention checks every 45 s what is due. */
const WRONG_MS = { min: 2_000, max: 60_000 };
/** Far from over by the correct clock, and long over by one that is 2,000 days ahead. */
const RETENTION_DAYS = 365;
const HALF_A_DAY_MS = 12 * 60 * 60_000;

/** A server whose clock repeatedly jumps ahead and back, and which loses nothing. */
export class ClockedPostgres implements FragileServer {
  #jump = '+0';
  #wrongMs = 0;

  constructor(
    private readonly only: PlacedPostgres,
    readonly address: Relay,
    private readonly clockFile: string,
  ) {}

  get url(): string {
    return this.only.server.url;
  }

  async prepare(random: Random): Promise<void> {
    this.#jump = random.pick(JUMPS);
    this.#wrongMs = random.between(WRONG_MS.min, WRONG_MS.max);
    await withClient(urlOfDatabase(this.url, DATABASE), (client) =>
      client.query('UPDATE clients SET retention_days = $1', [RETENTION_DAYS]),
    );
  }

  endanger(): Promise<void> {
    return Promise.resolve();
  }

  async fail(): Promise<void> {
    setClock(this.clockFile, this.#jump);
    await waitFor(() => isAhead(this.url), { describe: 'the clock of PostgreSQL is wrong' });
    await sleep(this.#wrongMs);
    setClock(this.clockFile, '+0');
  }

  async close(): Promise<void> {
    await Promise.all([this.only.server.remove(), this.address.close()]);
    rmSync(dirname(this.clockFile), { recursive: true, force: true });
  }
}

function isAhead(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    return (rows[0]?.now.getTime() ?? 0) > Date.now() + HALF_A_DAY_MS;
  });
}

/**
 * Creates the clock of a future server, and the environment that makes it follow. Throws if clocks cannot be moved
 * here.
 */
export function prepareClock(): { clockFile: string; environment: Readonly<Record<string, string>> } {
  if (!clocksCanJump()) throw new Error('Clocks cannot be moved: apt-get install libfaketime');
  const clockFile = join(temporaryFolder(), 'clock');
  setClock(clockFile, '+0');
  // PostgreSQL does not run as root.
  chmodSync(clockFile, 0o644);
  return { clockFile, environment: clockOf(clockFile) };
}
