import { join, resolve } from 'node:path';
import type { Role } from '../../harness/serve.js';
import type { Site } from '../../harness/site-servers.js';
import { waitFor } from '../../harness/wait-for.js';
import { clockOf, makeClock } from '../world/false-clock.js';
import { closeLinks, startLinks } from '../world/linked-process.js';
import { LossyCommits } from './lossy-commits.js';
import { Slot } from './slot.js';

/** The processes of the service, under a supervisor. */
export interface Cluster {
  readonly apis: readonly Slot[];
  readonly workers: readonly Slot[];
  readonly slots: readonly Slot[];
  /** What their links to PostgreSQL lose. */
  readonly commits: LossyCommits;
  close(): Promise<void>;
}

export interface ClusterOptions {
  site: Site;
  apis: number;
  workers: number;
  /** Runs the plain implementation of bench/baseline instead. */
  baseline: boolean;
}

const STARTS_WITHIN_MS = 180_000;

/** Starts APIs and workers, each behind its own relays, and waits until all are ready. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const commits = new LossyCommits();
  const open = (role: Role, count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => openSlot(options, commits, role, index + 1)));
  const [apis, workers] = await Promise.all([open('api', options.apis), open('worker', options.workers)]);
  const slots = [...apis, ...workers];
  await waitFor(() => slots.every(({ ready }) => ready), {
    timeoutMs: STARTS_WITHIN_MS,
    describe: 'all processes are ready',
  });
  return {
    apis,
    workers,
    slots,
    commits,
    close: async () => {
      await Promise.all(slots.map((slot) => slot.close()));
      await Promise.all(slots.map(({ links }) => closeLinks(links)));
    },
  };
}

/** The addresses of the running APIs, in turn; callers notice by themselves if one does not answer. */
export function urlsInTurn({ apis }: Cluster): () => string {
  let turn = 0;
  return () => {
    turn += 1;
    return apis[turn % apis.length]?.url ?? 'http://127.0.0.1:9';
  };
}

async function openSlot(
  { site, baseline }: ClusterOptions,
  commits: LossyCommits,
  role: Role,
  number: number,
): Promise<Slot> {
  const links = await startLinks(site, { postgres: commits.makeTap });
  const name = `${role}-${number}`;
  // One process of each role has its own clock.
  const clockFile = number === 1 ? makeClock(join(site.logs, `${name}.clock`)) : undefined;
  return new Slot(
    {
      site,
      role,
      name,
      environment: clockFile === undefined ? {} : clockOf(clockFile),
      ...(baseline && { script: resolve(`dist/bench/baseline/${role}.js`) }),
    },
    links,
    clockFile,
  );
}
