import { type NodeProcess, startNode } from '../../harness/node-process.js';
import { type MakeTap, type Relay, startRelay } from '../../harness/relay.js';
import { freePort } from '../../scripts/embedded/free-port.js';
import type { Site } from './site.js';

/** The ways of one process to its servers, each through a relay of its own. */
export interface Links {
  postgres: Relay;
  redis: Relay;
  provider: Relay;
}

export type Role = 'api' | 'worker';

/** What looks at the traffic of a process; nothing unless given. */
export type Taps = Partial<Record<keyof Links, MakeTap>>;

/** A process of the service that reaches its servers through relays. */
export interface ServedProcess extends NodeProcess {
  /** Where it listens; the worker only for health. */
  readonly url: string;
}

/** A process with relays of its own, which end with it. */
export interface LinkedProcess extends ServedProcess {
  readonly links: Links;
  /** Ends process and relays. */
  close(): Promise<void>;
}

export interface ProcessOptions {
  site: Site;
  role: Role;
  name: string;
  logs: string;
  environment?: Readonly<Record<string, string>>;
  /** Compiled entry point; that of the service unless given. */
  script?: string;
}

/** A start takes two seconds of a processor, of which a busy machine may have little. */
const READY_WITHIN_MS = 90_000;
const STARTS = 5;

/** Starts an API or a worker behind relays of its own and waits until it is ready. */
export async function startLinkedProcess(options: ProcessOptions & { taps: Taps }): Promise<LinkedProcess> {
  const links = await startLinks(options.site, options.taps);
  try {
    const started = await startBehind(links, options);
    const close = async (): Promise<void> => {
      await started.stop();
      await closeLinks(links);
    };
    return { ...started, links, close };
  } catch (error) {
    await closeLinks(links);
    throw error;
  }
}

/**
 * Starts an API or a worker behind these relays and waits until it is ready. Throws when five of them ended before, or
 * were not within 90 s.
 */
export async function startBehind(links: Links, options: ProcessOptions): Promise<ServedProcess> {
  const { site, role, name, logs } = options;
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    try {
      const started = await startNode({
        name,
        script: options.script ?? `${role}/main.js`,
        environment: {
          ...site.environment,
          ...(role === 'api' ? { PORT: String(port) } : { METRICS_PORT: String(port) }),
          ...addressesOf(links),
          ...options.environment,
        },
        logs,
        readyUrl: `${url}/readyz`,
        readyWithinMs: READY_WITHIN_MS,
      });
      return { ...started, url };
    } catch (error) {
      // As a supervisor does: the port may have been taken meanwhile, or PostgreSQL have been too slow to answer.
      if (attempt === STARTS) throw error;
    }
  }
}

/** A command with relays of its own. */
export type LinkedCommand = Pick<LinkedProcess, 'signal' | 'exited' | 'close'>;

/** Starts a command of `npm run admin` behind relays of its own; the environment comes with the site's. */
export async function startLinkedCommand(
  options: Omit<ProcessOptions, 'role' | 'script'> & { args: readonly string[]; taps: Taps },
): Promise<LinkedCommand> {
  const { site, name, args, logs, environment } = options;
  const links = await startLinks(site, options.taps);
  const started = await startNode({
    name,
    script: 'scripts/admin.js',
    args,
    environment: { ...site.environment, ...addressesOf(links), ...environment },
    logs,
  });
  const close = async (): Promise<void> => {
    await started.stop();
    await closeLinks(links);
  };
  return { ...started, close };
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

/** Closes them. */
export async function closeLinks({ postgres, redis, provider }: Links): Promise<void> {
  await Promise.all([postgres.close(), redis.close(), provider.close()]);
}
