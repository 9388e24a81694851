import { startProvider } from '../../harness/provider.js';
import { type SiteServers, startSiteServers } from '../../harness/site-servers.js';
import type { Sandbox } from '../../sandbox/server.js';
import { mountSmallDisk, type SmallDisk } from './small-disk.js';

/** The servers of one run, which nothing else uses, with the provider. */
export interface Servers extends SiteServers {
  readonly provider: Sandbox;
  /** The disk PostgreSQL is on, if one was requested and could be mounted. */
  readonly disk: SmallDisk | undefined;
}

/** How long the provider takes for its slow subject: enough to die in the middle of it. */
const SLOW_MS = 300;
/** Calls the provider remembers: more than a night of either command makes. */
const REMEMBERED_CALLS = 5_000_000;

/** Starts the servers; with `diskMebibytes`, PostgreSQL gets a disk of that size if one can be mounted. */
export async function startServers(options: { diskMebibytes?: number } = {}): Promise<Servers> {
  const disk = options.diskMebibytes === undefined ? undefined : mountSmallDisk(options.diskMebibytes);
  const [servers, provider] = await Promise.all([
    startSiteServers(disk && { postgresFolder: disk.folder }),
    startProvider({ slowMs: SLOW_MS, rememberedCalls: REMEMBERED_CALLS }),
  ]);
  return {
    ...{ ...servers, provider, disk },
    close: async (keepLogs) => {
      await provider.close();
      await servers.close(keepLogs);
      disk?.remove();
    },
  };
}
