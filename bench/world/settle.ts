import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Site } from '../../harness/site-servers.js';
import { withClient } from '../../harness/with-client.js';

/** Counts checks that are no longer pending. */
export async function countSettled(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ settled: number }>(
    `SELECT count(*)::int AS settled FROM checks WHERE status <> 'pending'`,
  );
  return rows[0]?.settled ?? 0;
}

/** Waits until so many checks are settled. Throws if none is for a while. */
export function untilSettled(site: Site, wanted: number): Promise<void> {
  return withClient(site.ownerUrl, async (client) => {
    let last = -1;
    let changedAt = performance.now();
    for (;;) {
      const settled = await countSettled(client);
      if (settled >= wanted) return;
      if (settled !== last) changedAt = performance.now();
      if (performance.now() - changedAt > 30_000) {
        throw new Error(`Only ${settled} of ${wanted} checks settle`);
      }
      last = settled;
      await sleep(50);
    }
  });
}
