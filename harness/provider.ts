import { type Sandbox, startSandbox } from '../sandbox/server.js';
import { PROVIDER_KEY } from './environment.js';

export interface ProviderOptions {
  /** A free one by default. */
  port?: number;
  /** How long its slow subject takes, in milliseconds. */
  slowMs?: number;
  rememberedCalls?: number;
}

/** Starts the stand-in for the provider in this process; it logs a call before it answers. */
export function startProvider(options: ProviderOptions = {}): Promise<Sandbox> {
  return startSandbox({ port: 0, ...options, apiKey: PROVIDER_KEY });
}
