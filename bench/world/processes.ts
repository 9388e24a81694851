import { type NodeProcess, startNode } from '../../harness/node-process.js';
import { freePort } from '../../scripts/embedded/free-port.js';
import { flagsOfScript } from './start-flags.js';
import type { Site } from './world.js';

/** A process that listens. */
export interface Served extends NodeProcess {
  readonly port: number;
}

type More = Readonly<Record<string, string>>;

/** Never reached, but counted for every request as in production. */
const REQUESTS_PER_MINUTE = '10000000';

/** The API, as `npm run start:api` starts it. */
export async function startApi(site: Site, more: More = {}): Promise<Served> {
  const environment = { CLIENT_REQUESTS_PER_MINUTE: REQUESTS_PER_MINUTE, ...more };
  return serve(site, 'api', 'api/main.js', '/readyz', environment, flagsOfScript('start:api'));
}

/** The worker, as `npm run start:worker` starts it. */
export async function startWorker(site: Site, providerPort: number, more: More = {}): Promise<NodeProcess> {
  const environment = { ...provider(providerPort), ...more };
  return serve(site, 'worker', 'worker/main.js', '/readyz', environment, flagsOfScript('start:worker'));
}

/** The plain implementation of the same promises. */
export async function startBaselineApi(site: Site, more: More = {}): Promise<Served> {
  return serve(site, 'baseline-api', 'bench/baseline/api.js', '/readyz', more);
}

export async function startBaselineWorker(
  site: Site,
  providerPort: number,
  more: More = {},
): Promise<NodeProcess> {
  return serve(site, 'baseline-worker', 'bench/baseline/worker.js', '/readyz', {
    ...provider(providerPort),
    ...more,
  });
}

/** Express handlers that store nothing. */
export async function startBareExpress(site: Site, more: More = {}): Promise<Served> {
  return serve(site, 'bare-express', 'bench/bare/express.js', '/readyz', more);
}

/** A BullMQ worker whose jobs are the provider call and nothing else. */
export async function startBareQueue(
  site: Site,
  providerPort: number,
  more: More = {},
): Promise<NodeProcess> {
  return serve(site, 'bare-queue', 'bench/bare/queue-worker.js', '/readyz', {
    ...provider(providerPort),
    ...more,
  });
}

/** A provider that answers every register check positively after `delayMs`. */
export async function startProvider(site: Pick<Site, 'logs'>, delayMs: number): Promise<Served> {
  const port = await freePort();
  const started = await startNode({
    name: 'provider',
    script: 'bench/bare/provider.js',
    environment: { PORT: String(port), DELAY_MS: String(delayMs) },
    logs: site.logs,
    readyUrl: `http://127.0.0.1:${port}/readyz`,
  });
  return { ...started, port };
}

function provider(port: number): More {
  return { PROVIDER_URL: `http://127.0.0.1:${port}`, PROVIDER_API_KEY: 'bench-key' };
}

async function serve(
  site: Site,
  name: string,
  script: string,
  readyPath: string,
  more: More,
  flags: readonly string[] = [],
): Promise<Served> {
  const port = await freePort();
  // A worker serves no requests; its own port then is the one for operations.
  const isWorker = script.includes('worker');
  const ports = isWorker ? { METRICS_PORT: String(port) } : { PORT: String(port) };
  const started = await startNode({
    name,
    script,
    environment: { ...site.environment, ...ports, ...more },
    flags,
    logs: site.logs,
    readyUrl: `http://127.0.0.1:${port}${readyPath}`,
  });
  return { ...started, port };
}
