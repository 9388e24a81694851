import { NodeProcess } from '../../harness/node-process.js';
import { type MakeTap, type Relay, startRelay } from '../../harness/relay.js';
import { type Role, type Served, serveOn } from '../../harness/serve.js';
import type { Site } from '../../harness/site-servers.js';

/** The connections of one process to its servers, each through its own relay. */
export interface Links {
  postgres: Relay;
  redis: Relay;
  provider: Relay;
}

/** Taps on the traffic of a process; none by default. */
export type Taps = Partial<Record<keyof Links, MakeTap>>;

/** A command with its own relays, which end with it. */
export interface LinkedCommand {
  readonly exited: Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
  /** Ends the process and its relays. */
  close(): Promise<void>;
}

/** A process of the service that reaches its servers through its own relays, which end with it. */
export interface LinkedProcess extends LinkedCommand {
  readonly pid: number;
  /** Where it listens; for a worker, only for health checks. */
  readonly url: string;
  readonly links: Links;
}

export interface ProcessOptions {
  site: Site;
  role: Role;
  name: string;
  environment?: Readonly<Record<string, string>>;
  /** Compiled entry point; by default that of the service. */
  script?: string;
}

/** Starting takes two seconds of processor time, of which a busy machine may have little. */
const READY_WITHIN_MS = 90_000;
const STARTS = 5;

/** Starts an API or a worker behind its own relays and waits until it is ready. */
export async function startLinkedProcess(options: ProcessOptions & { taps: Taps }): Promise<LinkedProcess> {
  const links = await startLinks(options.site, options.taps);
  try {
    const started = await startBehind(links, options);
    const { pid, url } = started;
    return { ...linked(started, links), pid, url, links };
  } catch (error) {
    await closeLinks(links);
    throw error;
  }
}

/**
 * Starts an API or a worker behind these relays and waits until it is ready. Throws if five attempts ended early, or
 * were not ready within 90 s.
 */
export async function startBehind(links: Links, options: ProcessOptions): Promise<Served> {
  const { site, environment, ...rest } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await serveOn(site, {
        ...rest,
        environment: { ...addressesOf(links), ...environment },
        readyWithinMs: READY_WITHIN_MS,
      });
    } catch (error) {
      // Retries like a supervisor: the port may have been taken meanwhile, or PostgreSQL may have been too slow.
      if (attempt === STARTS) throw error;
    }
  }
}

/** Starts a command of `npm run admin` behind its own relays; the environment is added to the site's. */
export async function startLinkedCommand(
  options: Omit<ProcessOptions, 'role' | 'script'> & { args: readonly string[]; taps: Taps },
): Promise<LinkedCommand> {
  const { site, name, args, environment } = options;
  const links = await startLinks(site, options.taps);
  const started = new NodeProcess({
    name,
    script: 'scripts/admin.js',
    args,
    environment: { ...site.environment, ...addressesOf(links), ...environment },
    logs: site.logs,
  });
  return linked(started, links);
}

function linked(started: NodeProcess, links: Links): LinkedCommand {
  return {
    exited: started.exited,
    signal: (signal) => started.signal(signal),
    close: async () => {
      await started.stop();
      await closeLinks(links);
    },
  };
}

/** Opens the relays of one process. */
export async function startLinks({ environment }: Site, taps: Taps): Promise<Links> {
  const { DATABASE_URL = '', REDIS_URL = '', PROVIDER_URL = '' } = environment;
  const [postgres, redis, provider] = await Promise.all([
    startRelay(DATABASE_URL, taps.postgres),
    startRelay(REDIS_URL, taps.redis),
    startRelay(PROVIDER_URL, taps.provider),
  ]);
  return { postgres, redis, provider };
}

function addressesOf({ postgres, redis, provider }: Links): Record<string, string> {
  return { DATABASE_URL: postgres.url, REDIS_URL: redis.url, PROVIDER_URL: provider.url };
}

/** Closes the relays. */
export async function closeLinks({ postgres, redis, provider }: Links): Promise<void> {
  await Promise.all([postgres.close(), redis.close(), provider.close()]);
}
