import { resolve } from 'node:path';
import type { Environment } from '../../harness/environment.js';
import { type Served, serve, serveOn } from '../../harness/serve.js';
import type { Site } from '../../harness/site-servers.js';

/** Never reached, but counted for every request, as in production. */
export const CLIENT_REQUESTS_PER_MINUTE = '10000000';

/** The API, as `npm run start:api` starts it. */
export async function startApi(site: Site, more: Environment = {}): Promise<Served> {
  const environment = { CLIENT_REQUESTS_PER_MINUTE, ...more };
  return serveOn(site, { name: 'api', role: 'api', environment });
}

/** The worker, as `npm run start:worker` starts it. */
export async function startWorker(site: Site, providerPort: number, more: Environment = {}): Promise<Served> {
  const environment = { ...providerAt(providerPort), ...more };
  return serveOn(site, { name: 'worker', role: 'worker', environment });
}

/** The plain implementation of the same guarantees. */
export async function startBaselineApi(site: Site, environment: Environment = {}): Promise<Served> {
  const script = compiled('baseline/api');
  return serveOn(site, { name: 'baseline-api', role: 'api', script, environment, flags: [] });
}

export async function startBaselineWorker(
  site: Site,
  providerPort: number,
  more: Environment = {},
): Promise<Served> {
  const script = compiled('baseline/worker');
  const environment = { ...providerAt(providerPort), ...more };
  return serveOn(site, { name: 'baseline-worker', role: 'worker', script, environment, flags: [] });
}

/** Express handlers that store nothing. */
export async function startBareExpress(site: Site, environment: Environment = {}): Promise<Served> {
  const script = compiled('bare/express');
  return serveOn(site, { name: 'bare-express', role: 'api', script, environment, flags: [] });
}

/** A BullMQ worker whose jobs are just the provider call. */
export async function startBareQueue(
  site: Site,
  providerPort: number,
  more: Environment = {},
): Promise<Served> {
  const script = compiled('bare/queue-worker');
  const environment = { ...providerAt(providerPort), ...more };
  return serveOn(site, { name: 'bare-queue', role: 'worker', script, environment, flags: [] });
}

/** A provider that answers every register check positively after `delayMs`. */
export async function startProvider({ logs }: Pick<Site, 'logs'>, delayMs: number): Promise<Served> {
  const environment = { DELAY_MS: String(delayMs) };
  return serve({
    name: 'provider',
    script: compiled('bare/provider'),
    environment,
    flags: [],
    logs,
    portIn: 'PORT',
  });
}

/** A program of this folder: production does not start it, so it has no bundle in dist/programs. */
const compiled = (name: string): string => resolve(`dist/bench/${name}.js`);

/** The settings that lead a worker to its provider. */
export function providerAt(port: number): Environment {
  return { PROVIDER_URL: `http://127.0.0.1:${port}` };
}
