import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type OwnServer, startOwnPostgres, startOwnRedis } from '../../harness/own-servers.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { type Sandbox, startSandbox } from '../../sandbox/server.js';
import { PROVIDER_KEY } from './site.js';
import { mountSmallDisk, type SmallDisk } from './small-disk.js';

/** The servers of one run, which nothing else uses, and the folder of the logs. */
export interface Servers {
  readonly postgres: OwnServer;
  readonly redis: OwnServer;
  readonly provider: Sandbox;
  readonly logs: string;
  /** What PostgreSQL lives on, if it was asked for and can be had. */
  readonly disk: SmallDisk | undefined;
  /** Stops everything; the logs stay when `keepLogs`. */
  close(keepLogs: boolean): Promise<void>;
}

/** How long the provider takes for its slow subject: time enough to die in the middle of it. */
const SLOW_MS = 300;
/** Calls that the provider remembers: more than a night of either command makes. */
const REMEMBERED_CALLS = 5_000_000;

/**
 * Starts PostgreSQL with every guarantee on, an empty Redis, and the provider, which logs a call before it answers.
 * With `diskMebibytes`, PostgreSQL gets a disk of that size if one can be mounted.
 */
export async function startServers(options: { diskMebibytes?: number } = {}): Promise<Servers> {
  const folder = temporaryFolder();
  const logs = join(folder, 'logs');
  mkdirSync(logs);
  const disk = options.diskMebibytes === undefined ? undefined : mountSmallDisk(options.diskMebibytes);
  const [postgres, redis, provider] = await Promise.all([
    startOwnPostgres({ durable: true, ...(disk !== undefined && { folder: disk.folder }) }),
    startOwnRedis(),
    startSandbox({ port: 0, apiKey: PROVIDER_KEY, slowMs: SLOW_MS, rememberedCalls: REMEMBERED_CALLS }),
  ]);
  return {
    postgres,
    redis,
    provider,
    logs,
    disk,
    close: async (keepLogs) => {
      await provider.close();
      await redis.remove();
      await postgres.remove();
      disk?.remove();
      if (!keepLogs) rmSync(folder, { recursive: true, force: true });
    },
  };
}
