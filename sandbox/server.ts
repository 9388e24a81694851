import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listen } from '../shared/ops/listen.js';
import type { SandboxCall } from './call-log.js';
import { CONTROL_PATHS, handleControl } from './control.js';
import { errorBody, RequestError, send, sendError } from './http.js';
import { handleProviderCall } from './provider-call.js';
import { SandboxState } from './state.js';

export type { SandboxCall } from './call-log.js';

// Architecture 5: the slow case answers after 3 s.
const SLOW_MS = 3_000;

interface SandboxOptions {
  /** 0 chooses any free port. */
  port: number;
  /** The bearer token required by the provider's routes. */
  apiKey: string;
  /** Address to listen on; loopback by default. */
  host?: string;
  /** How long the slow case takes, in milliseconds. */
  slowMs?: number;
  /** How many calls the log keeps; 100 000 by default. */
  rememberedCalls?: number;
}

export interface Sandbox {
  /** Address of the provider's routes, without a trailing slash. */
  readonly url: string;
  /** A copy of the call log, oldest first. */
  calls(): SandboxCall[];
  /** Stops listening and destroys all connections, including those waiting for an answer. */
  close(): Promise<void>;
}

/** Starts a stand-in provider (architecture 5; docs/sandbox.md). Rejects if it cannot listen on the port. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, apiKey, host = '127.0.0.1', slowMs = SLOW_MS } = options;
  const state = new SandboxState(apiKey, slowMs, options.rememberedCalls);
  const server = createServer((incoming, response) => void handle(incoming, response, state));
  const taken = await listen(server, port, host);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    calls: () => state.log.list(),
    close: async () => {
      const closed = closeServer(server);
      server.closeAllConnections();
      await closed;
    },
  };
}

async function handle(
  incoming: IncomingMessage,
  response: ServerResponse,
  state: SandboxState,
): Promise<void> {
  try {
    const url = parseTarget(incoming.url ?? '/');
    if (CONTROL_PATHS.includes(url.pathname)) await handleControl(incoming, response, url, state);
    else await handleProviderCall(incoming, response, url.pathname, state);
  } catch (error) {
    // The caller disconnected during the body or a wait, as it may.
    if (response.destroyed) return;
    if (error instanceof RequestError) sendError(response, error);
    else send(response, { status: 500, body: errorBody('sandbox_defect', String(error)) });
  }
}

function parseTarget(target: string): URL {
  const base = 'http://sandbox';
  if (!URL.canParse(target, base)) throw new RequestError(400, 'invalid_target', 'The address is malformed');
  return new URL(target, base);
}
