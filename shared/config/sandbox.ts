import { isIP } from 'node:net';
import { type Environment, EnvironmentReader } from './environment.js';

export interface SandboxConfig {
  port: number;
  /** Address to listen on. */
  host: string;
  /** The bearer token callers of the provider's routes must send. */
  apiKey: string;
}

/** What the sandbox has unless it is told otherwise: there, and by that key, a worker outside production finds it. */
export const SANDBOX_DEFAULTS: Readonly<SandboxConfig> = {
  port: 4010,
  // Loopback, because the endpoints that set faults and list calls are not authenticated.
  host: '127.0.0.1',
  apiKey: 'sandbox-key',
};

/** Reads the settings of the stand-in provider. Throws ConfigError with every fault at once. */
export function readSandboxConfig(environment: Environment): SandboxConfig {
  const reader = new EnvironmentReader(environment);
  if (reader.production) {
    // Its answers are invented: a verification based on one must never reach a real client.
    reader.fault(
      'NODE_ENV',
      'is production, where the sandbox must not run: point PROVIDER_URL to the provider',
    );
  }
  const config = {
    port: reader.port('PORT') ?? SANDBOX_DEFAULTS.port,
    host: readHost(reader),
    apiKey: reader.optional('PROVIDER_API_KEY') ?? SANDBOX_DEFAULTS.apiKey,
  };
  reader.finish();
  return config;
}

function readHost(reader: EnvironmentReader): string {
  const host = reader.optional('HOST') ?? SANDBOX_DEFAULTS.host;
  if (isIP(host) === 0)
    reader.fault('HOST', 'must be an IP address of this machine, or 0.0.0.0 for all of them');
  return host;
}
