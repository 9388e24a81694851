import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../../scripts/schema/migrate.js';
import type { Random } from '../random.js';
import type { EarlierRelease } from './earlier-release.js';
import type { Fragile } from './fragile-server.js';
import type { ServiceAddress } from './placed-postgres.js';
import type { Processes } from './processes.js';

/** How long the new release serves before it is rolled back, in milliseconds. */
const SERVES_MS = { min: 500, max: 5_000 };
const THIS_BUILD = resolve('dist/programs');

/**
 * A service of an earlier release that is upgraded under load following the runbook, schema first, one process at a
 * time, and then rolled back to the earlier release on the new schema.
 */
export class RolledRelease implements Fragile {
  #servesMs = 0;

  constructor(
    private readonly service: ServiceAddress,
    private readonly processes: Processes,
    private readonly earlier: EarlierRelease,
  ) {}

  prepare(random: Random): Promise<void> {
    this.#servesMs = random.between(SERVES_MS.min, SERVES_MS.max);
    return Promise.resolve();
  }

  endanger(): Promise<void> {
    return Promise.resolve();
  }

  async fail(): Promise<void> {
    await migrate(this.service);
    await this.processes.replaceAll(THIS_BUILD);
    await sleep(this.#servesMs);
    await this.processes.replaceAll(this.earlier.build);
  }
}
