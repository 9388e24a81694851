import type { NodeProcess } from '../../harness/node-process.js';
import { type Served, serve } from '../../harness/serve.js';
import { flagsOfScript } from './start-flags.js';
import type { Site } from './world.js';

type More = Readonly<Record<string, string>>;

/** Never reached, but counted for every request as in production. */
const REQUESTS_PER_MINUTE = '10000000';

/** The API, as `npm run start:api` starts it. */
export async function startApi(site: Site, more: More = {}): Promise<Served> {
  const environment = { CLIENT_REQUESTS_PER_MINUTE: REQUESTS_PER_MINUTE, ...more };
  return startOn(site, 'api', 'api/main.js', environment, flagsOfScript('start:api'));
}

/** The worker, as `npm run start:worker` starts it. */
export async function startWorker(site: Site, providerPort: number, more: More = {}): Promise<NodeProcess> {
  const environment = { ...provider(providerPort), ...more };
  return startOn(site, 'worker', 'worker/main.js', environment, flagsOfScript('start:worker'));
}

/** The plain implementation of the same promises. */
export async function startBaselineApi(site: Site, more: More = {}): Promise<Served> {
  return startOn(site, 'baseline-api', 'bench/baseline/api.js', more);
}

export async function startBaselineWorker(
  site: Site,
  providerPort: number,
  more: More = {},
): Promise<NodeProcess> {
  return startOn(site, 'baseline-worker', 'bench/baseline/worker.js', {
    ...provider(providerPort),
    ...more,
  });
}

/** Express handlers that store nothing. */
export async function startBareExpress(site: Site, more: More = {}): Promise<Served> {
  return startOn(site, 'bare-express', 'bench/bare/express.js', more);
}

/** A BullMQ worker whose jobs are the provider call and nothing else. */
export async function startBareQueue(
  site: Site,
  providerPort: number,
  more: More = {},
): Promise<NodeProcess> {
  return startOn(site, 'bare-queue', 'bench/bare/queue-worker.js', {
    ...provider(providerPort),
    ...more,
  });
}

/** A provider that answers every register check positively after `delayMs`. */
export async function startProvider({ logs }: Pick<Site, 'logs'>, delayMs: number): Promise<Served> {
  const environment = { DELAY_MS: String(delayMs) };
  return serve({
    name: 'provider',
    script: 'bench/bare/provider.js',
    environment,
    flags: [],
    logs,
    portIn: 'PORT',
  });
}

function provider(port: number): More {
  return { PROVIDER_URL: `http://127.0.0.1:${port}`, PROVIDER_API_KEY: 'bench-key' };
}

function startOn(
  site: Site,
  name: string,
  script: string,
  more: More,
  flags: readonly string[] = [],
): Promise<Served> {
  return serve({
    ...{ name, script, flags, logs: site.logs },
    environment: { ...site.environment, ...more },
    portIn: script.includes('worker') ? 'METRICS_PORT' : 'PORT',
  });
}
