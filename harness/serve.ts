import { freePort } from '../scripts/embedded/free-port.js';
import type { Environment } from './environment.js';
import { NodeProcess, type NodeProcessOptions } from './node-process.js';
import type { Site } from './site-servers.js';

/** A process that listens. */
export interface Served extends NodeProcess {
  readonly port: number;
  readonly url: string;
}

export interface ServeOptions extends NodeProcessOptions {
  /** The variable that sets the port of its `/readyz`: the worker has one for operations only. */
  portIn: 'PORT' | 'METRICS_PORT';
  /** A free one by default. */
  port?: number;
  /** 20 s by default. */
  readyWithinMs?: number;
}

const READY_WITHIN_MS = 20_000;
const STOPS_WITHIN_MS = 15_000;

/** Starts a program that listens and waits until it is ready; by default it has 15 s to stop. */
export async function serve(options: ServeOptions): Promise<Served> {
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const started = new NodeProcess({
    stopWithinMs: STOPS_WITHIN_MS,
    ...options,
    environment: { ...options.environment, [options.portIn]: String(port) },
  });
  await started.waitUntilReady(`${url}/readyz`, options.readyWithinMs ?? READY_WITHIN_MS);
  return Object.assign(started, { port, url });
}

/** The processes of a service: those that listen for callers, and those that call the provider. */
export type Role = 'api' | 'worker';

export interface ServeOnOptions extends Omit<ServeOptions, 'portIn' | 'script' | 'logs' | 'environment'> {
  role: Role;
  /** Compiled entry point; by default that of the service. */
  script?: string;
  /** Added to the environment of the site. */
  environment?: Environment;
}

/** Starts an API or a worker on a site, whose logs collect its output, and waits until it is ready. */
export function serveOn(site: Site, { role, environment, ...options }: ServeOnOptions): Promise<Served> {
  return serve({
    script: `${role}/main.js`,
    ...options,
    logs: site.logs,
    environment: { ...site.environment, ...environment },
    portIn: role === 'api' ? 'PORT' : 'METRICS_PORT',
  });
}
