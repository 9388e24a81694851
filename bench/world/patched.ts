import { resolve } from 'node:path';
import type { Environment } from '../../harness/environment.js';
import { flagsOf } from '../../harness/program.js';
import { type Served, serveOn } from '../../harness/serve.js';
import type { Site } from '../../harness/site-servers.js';
import { CLIENT_REQUESTS_PER_MINUTE, providerAt } from './processes.js';

/** A module of this folder that disables something in the process it is loaded into, or `none`. */
export type Patch = 'none' | 'without-fence' | 'without-scope' | 'without-witness';

/**
 * Starts the API from its modules: in the single-file bundle of production, a patch could not reach the libraries
 * inside. Whatever is compared with a patched process has to be started the same way.
 */
export function startPatchedApi(site: Site, patch: Patch): Promise<Served> {
  const environment = { CLIENT_REQUESTS_PER_MINUTE };
  const [script, flags] = [resolve('dist/api/main.js'), flagsWith('api/main.js', patch)];
  return serveOn(site, { name: 'api', role: 'api', script, environment, flags });
}

/** Starts the worker in the same way. */
export function startPatchedWorker(
  site: Site,
  patch: Patch,
  providerPort: number,
  more: Environment = {},
): Promise<Served> {
  const environment = { ...providerAt(providerPort), ...more };
  const [script, flags] = [resolve('dist/worker/main.js'), flagsWith('worker/main.js', patch)];
  return serveOn(site, { name: 'worker', role: 'worker', script, environment, flags });
}

/** Stops such a process. Throws if it failed, as it does if its patch found nothing to disable. */
export async function stopPatched(started: Served): Promise<void> {
  const { code } = await started.stop();
  if (code !== 0) throw new Error(`${started.name} ended with ${code}: did its patch apply?`);
}

function flagsWith(script: string, patch: Patch): string[] {
  const module = new URL(`./${patch}.js`, import.meta.url).href;
  const flags = flagsOf(script);
  if (flags === undefined) throw new Error(`Bug: package.json does not start ${script}`);
  return patch === 'none' ? flags : [...flags, '--import', module];
}
