import { readApiConfig } from '../../shared/config/api.js';
import { ConfigError, EnvironmentReader } from '../../shared/config/environment.js';
import { readMigrationConfig } from '../../shared/config/migration.js';
import { readWorkerConfig } from '../../shared/config/worker.js';
import { USUAL_PORT } from './api-port.js';
import { apiEnvironment, type Backing, workerEnvironment } from './child-environment.js';

/** What the environment says about the launcher's own part: undefined means that the launcher is to choose. */
export interface Configuration {
  port: number | undefined;
  /** The API's port for metrics; undefined serves none. */
  metricsPort: number | undefined;
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  /** The provider's address; without one its key is ignored, because the sandbox gets a new one. */
  providerUrl: string | undefined;
  providerApiKey: string | undefined;
}

/** Where API and worker are said to find what does not run yet. */
const YET_TO_COME: Backing = {
  databaseUrl: 'postgres://localhost/verification',
  redisUrl: 'redis://localhost',
  providerUrl: 'http://localhost',
  providerApiKey: 'yet-to-come',
};

/**
 * Reads the environment as launcher, migrations, API and worker are going to, before any of them starts. Throws
 * ConfigError with the faults of all of them at once. Creates the development secrets, which two processes would
 * otherwise try to at the same moment.
 */
export function readConfiguration(): Configuration {
  const reader = new EnvironmentReader(process.env);
  const configuration = readOwn(reader);
  const backing = backingOf(configuration);
  const { port = USUAL_PORT, databaseUrl } = configuration;
  const faults = faultsOf([
    () => reader.finish(),
    () => databaseUrl !== undefined && readMigrationConfig(process.env),
    () => readApiConfig(apiEnvironment(backing, port)),
    () => readWorkerConfig(workerEnvironment(backing, port)),
  ]);
  if (faults.length > 0) throw new ConfigError(faults);
  return configuration;
}

function readOwn(reader: EnvironmentReader): Configuration {
  return {
    // Not 0: the address that is printed contains the port. After a fault it is 0, which clashes with no other port.
    port: reader.optional('PORT') === undefined ? undefined : reader.integer('PORT', 0, 1, 65_535),
    metricsPort: reader.port('METRICS_PORT'),
    databaseUrl: reader.optional('DATABASE_URL'),
    redisUrl: reader.optional('REDIS_URL'),
    providerUrl: reader.optional('PROVIDER_URL'),
    providerApiKey: reader.optional('PROVIDER_API_KEY'),
  };
}

function backingOf({ databaseUrl, redisUrl, providerUrl, providerApiKey }: Configuration): Backing {
  return {
    ...YET_TO_COME,
    ...(databaseUrl !== undefined && { databaseUrl }),
    ...(redisUrl !== undefined && { redisUrl }),
    ...(providerUrl !== undefined && { providerUrl, providerApiKey }),
  };
}

/** The faults of all readers; what several of them find in the same variable is listed once. */
function faultsOf(readers: ReadonlyArray<() => unknown>): string[] {
  const faults: string[] = [];
  for (const read of readers) {
    const known = new Set(faults.map(variableOf));
    faults.push(...faultsOfOne(read).filter((fault) => !known.has(variableOf(fault))));
  }
  return faults;
}

function faultsOfOne(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

/** The name that a fault begins with. */
function variableOf(fault: string): string {
  return fault.split(' ', 1)[0] ?? '';
}
