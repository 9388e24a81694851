import { createClients } from '../../harness/create-clients.js';
import { withClient } from '../../harness/with-client.js';
import type { Bench } from '../bench.js';
import { postJob } from '../load/post.js';
import { runLoad } from '../load/run-load.js';
import { startApi, startBaselineApi } from '../world/processes.js';

/**
 * Commit settings of PostgreSQL:
 * - `slow`: every flush of the log first waits a millisecond, like the disks of most clouds. With commit_siblings = 0,
 * commit_delay applies to each flush, and concurrent commits share it, as on a slow disk.
 * - `off`: commits are acknowledged before they are on disk. The product refuses this in production.
 */
const MODES = {
  normal: { commit_delay: '0', synchronous_commit: 'on' },
  slow: { commit_delay: '1000', synchronous_commit: 'on' },
  off: { commit_delay: '0', synchronous_commit: 'off' },
} as const;

const LABELS = {
  normal: 'commits as they are',
  slow: '1 ms added to each flush',
  off: 'synchronous_commit off',
};

/** The cost of durable commits, and of a slower disk. */
export async function commit({ world, figures, rounds, seconds }: Bench): Promise<void> {
  const site = await world.createSite();
  const clients = await createClients(site, 1);
  const servers = { product: await startApi(site), plain: await startBaselineApi(site) };
  const measure = async (mode: keyof typeof MODES): Promise<void> => {
    await set(world.postgres.url, MODES[mode]);
    for (const [name, { port }] of Object.entries(servers)) {
      const job = postJob(port, clients, { connections: 64, seconds, async: true });
      const { perSecond } = await runLoad(job, 202);
      const label = `${name}: accepted, one hot wallet, ${LABELS[mode]}`;
      figures.add(`commit.${mode}.${name}`, label, '/s', perSecond);
    }
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const mode of ['normal', 'slow', 'off'] as const) await measure(mode);
    }
  } finally {
    // Even if one failed: the sections after this one use the same server.
    await set(world.postgres.url, MODES.normal);
  }
  await Promise.all(Object.values(servers).map((server) => server.stop()));
}

function set(superuserUrl: string, settings: Readonly<Record<string, string>>): Promise<unknown> {
  return withClient(superuserUrl, async (client) => {
    // Settings on the server's command line could not be changed, and settings of a role only affect new connections,
    // while those of the pools persist: so they are changed for the whole server, which reloads its configuration.
    for (const [name, value] of Object.entries({ ...settings, commit_siblings: '0' })) {
      await client.query(`ALTER SYSTEM SET ${name} = '${value}'`);
    }
    await client.query('SELECT pg_reload_conf()');
  });
}
