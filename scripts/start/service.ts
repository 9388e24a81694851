import { randomBytes } from 'node:crypto';
import { readDrainSeconds } from '../../shared/config/api.js';
import { type Environment, EnvironmentReader } from '../../shared/config/environment.js';
import { readProviderTimeoutMs } from '../../shared/config/worker.js';
import { apiAddress } from './api-address.js';
import { apiEnvironment, type Backing, sandboxEnvironment, workerEnvironment } from './child-environment.js';
import type { Configuration } from './configuration.js';
import { chooseSandboxPort } from './sandbox-port.js';
import { say } from './say.js';
import { ServiceProcess, type ServiceProcessOptions } from './service-process.js';
import type { StopInOrder } from './stop-in-order.js';
import { waitForOk, waitForPort } from './wait-until-ready.js';
import { chooseWorkerMetricsPort } from './worker-metrics-port.js';

/** The order in which they are stopped. */
const RANKS = { api: 1, worker: 2, sandbox: 3 } as const;
/** Beyond the time limit of a call: the worker reserves half of it to store the last answers. */
const WORKER_RESERVE_MS = 10_000;
/** Beyond DRAIN_SECONDS: the API itself gives its last requests 25 s. */
const API_RESERVE_MS = 30_000;

/**
 * How long each process may take to stop, in ms: the API serves on for DRAIN_SECONDS and answers its last requests, and
 * the worker waits for provider calls in flight, which may take PROVIDER_TIMEOUT_MS.
 */
export function stopWithinMs(
  environment: Environment,
): Readonly<Record<ServiceProcessOptions['name'], number>> {
  const reader = new EnvironmentReader(environment);
  const callMs = readProviderTimeoutMs(reader);
  const drainMs = readDrainSeconds(reader) * 1_000;
  return { api: drainMs + API_RESERVE_MS, worker: callMs + WORKER_RESERVE_MS, sandbox: 5_000 };
}

type Provider = Pick<Backing, 'providerUrl' | 'providerApiKey'>;

async function startProcess(
  name: ServiceProcessOptions['name'],
  environment: Record<string, string>,
  running: StopInOrder,
): Promise<ServiceProcess> {
  const verbose = process.argv.includes('--verbose') || Boolean(process.env.LOG_LEVEL);
  const started = new ServiceProcess({
    name,
    environment,
    verbose,
    stopWithinMs: stopWithinMs(process.env)[name],
    onGivenUp: () => void running.stop(1),
  });
  running.check();
  started.start();
  await running.add(RANKS[name], { name, stop: () => started.stop(), kill: () => started.kill() });
  return started;
}

/** The environment's provider, or the sandbox as another process. */
export async function provideProvider(
  { providerUrl: given, providerApiKey }: Configuration,
  running: StopInOrder,
): Promise<Provider> {
  if (given !== undefined) return { providerUrl: given, providerApiKey };
  say('Starting the sandbox provider…');
  const port = await chooseSandboxPort();
  const key = randomBytes(24).toString('base64url');
  const sandbox = await startProcess('sandbox', sandboxEnvironment(port, key), running);
  await waitForPort(port);
  sandbox.markReady();
  const providerUrl = `http://127.0.0.1:${port}`;
  say(`The sandbox provider runs at ${providerUrl}`);
  return { providerUrl, providerApiKey: key };
}

/** Starts worker and API, and resolves when the API is ready to serve on `port`. */
export async function startService(
  backing: Backing,
  { port, metricsPort }: { port: number; metricsPort: number | undefined },
  running: StopInOrder,
): Promise<void> {
  say('Starting the worker and the API…');
  const workerMetricsPort =
    metricsPort === undefined ? undefined : await chooseWorkerMetricsPort(metricsPort, port);
  const worker = await startProcess('worker', workerEnvironment(backing, port, workerMetricsPort), running);
  const api = await startProcess('api', apiEnvironment(backing, port), running);
  await waitForOk(`${apiAddress(port)}/readyz`);
  for (const started of [worker, api]) started.markReady();
}
