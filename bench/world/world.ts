import { cpuSeconds, cpuSecondsOfGroup } from '../../harness/process-usage.js';
import { type SiteServers, startSiteServers } from '../../harness/site-servers.js';

/** The servers of one run. */
export interface World extends SiteServers {
  /** CPU seconds used so far by PostgreSQL (all its live processes) and Redis. */
  cpuSeconds(): { postgres: number; redis: number };
}

/** Starts the servers. */
export async function openWorld(): Promise<World> {
  const servers = await startSiteServers();
  const { postgres, redis } = servers;
  return {
    ...servers,
    cpuSeconds: () => ({ postgres: cpuSecondsOfGroup(postgres.pid), redis: cpuSeconds(redis.pid) }),
  };
}
