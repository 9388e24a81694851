import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import axios, { type AxiosResponse } from 'axios';
import type { HttpProxy } from '../../shared/config/proxy.js';
import type { AttemptError } from '../../shared/domain/webhook-event.js';
import { hostOf, validateWebhookUrl } from '../../shared/webhooks/validate-webhook-url.js';
import { abortable } from '../abortable.js';
import { TRY_ADDRESS_MS } from '../connect-to.js';
import { finalAnswers, SWITCHED, SWITCHED_CODE } from './final-answers.js';
import { createFindAllowed, createGuardedLookup } from './guarded-lookup.js';
import type { Resolve } from './resolve.js';
import { createTunnelAgent } from './tunnel-agent.js';

export interface SenderOptions {
  production: boolean;
  /** Hard limit of an attempt, from the DNS lookup to the status of the answer; 10 s by default, shorter in tests. */
  timeoutMs?: number;
  /** How names are resolved; by default through the name servers. */
  resolve?: Resolve;
  /** Proxy for https webhooks unless the host is excluded; never taken from the environment implicitly. */
  proxy?: HttpProxy | undefined;
}

export interface WebhookMessage {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The result of an attempt. Of the answer only its status is kept. */
export interface SendResult {
  status: number | null;
  error: AttemptError | null;
}

/** Resolves to undefined if `stop` fired before the result was known. */
export type SendWebhook = (message: WebhookMessage, stop: AbortSignal) => Promise<SendResult | undefined>;

const TIMEOUT_MS = 10_000;
const LOWEST_STATUS = 100;

/**
 * Creates the one HTTP client for webhooks: it posts once, follows no redirect, reuses no socket, and connects, even
 * through a proxy, only to addresses webhooks may go to. Any 2xx is a success. Never throws on network failure.
 */
export function createSender(options: SenderOptions): SendWebhook {
  const agentsFor = createAgents(options);
  const { timeoutMs: withinMs = TIMEOUT_MS } = options;

  return async (message, stop) => {
    // Judged again at every attempt: today's rules apply, not those of the day the endpoint was created.
    const problem = validateWebhookUrl(message.url, options);
    if (problem !== undefined) return refused(problem.code);
    return abortable({ withinMs, stop }, async (signal) => {
      try {
        const response = await post(message, agentsFor(message.url), signal);
        await discard(response.data);
        return resultOf(response.status);
      } catch (error) {
        if (stop.aborted) return undefined;
        if (signal.aborted) return { status: null, error: 'timeout' };
        return codeOf(error) === SWITCHED_CODE
          ? resultOf(SWITCHED)
          : { status: null, error: WORDS[codeOf(error)] ?? 'connection_failed' };
      }
    });
  };
}

function post(
  { url, body, headers }: WebhookMessage,
  agents: Agents,
  signal: AbortSignal,
): Promise<AxiosResponse<Readable>> {
  return axios.request<Readable>({
    method: 'post',
    url,
    data: Buffer.from(body),
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      'User-Agent': 'verification-service-webhooks',
    },
    adapter: 'http',
    transport: finalAnswers,
    ...agents,
    signal,
    maxRedirects: 0,
    proxy: false,
    decompress: false,
    responseType: 'stream',
    transformRequest: [(data) => data],
    validateStatus: () => true,
  });
}

interface Agents {
  httpAgent: http.Agent;
  httpsAgent: https.Agent;
}

/** Creates the agents for both routes: through the proxy, or directly to the receiver. */
function createAgents(options: SenderOptions): (url: string) => Agents {
  const { proxy, timeoutMs = TIMEOUT_MS } = options;
  const findAllowed = createFindAllowed({ loopback: !options.production, ...options });
  const lookup = createGuardedLookup(findAllowed);
  const reach = { lookup, autoSelectFamilyAttemptTimeout: TRY_ADDRESS_MS };
  const httpAgent = new http.Agent({ keepAlive: false, ...reach });
  // A resumed TLS session proves what its certificate was when it was verified, not that it is still valid.
  const straight = new https.Agent({
    keepAlive: false,
    maxCachedSessions: 0,
    ...reach,
    rejectUnauthorized: true,
  });
  if (proxy === undefined) return () => ({ httpAgent, httpsAgent: straight });
  const tunnelling = createTunnelAgent({ proxy, findAllowed, withinMs: timeoutMs });
  return (url) => ({ httpAgent, httpsAgent: proxy.spares(hostOf(new URL(url))) ? straight : tunnelling });
}

function refused(code: string): SendResult {
  return { status: null, error: code === 'address_not_allowed' ? code : 'url_not_allowed' };
}

/** The parser takes any three digits for a status; what is below 100 is none, and the API shows none. */
function resultOf(status: number): SendResult {
  if (status < LOWEST_STATUS) return { status: null, error: 'connection_failed' };
  return { status, error: errorOf(status) };
}

function errorOf(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'http_error';
}

const WORDS: Readonly<Record<string, AttemptError>> = {
  ADDRESS_NOT_ALLOWED: 'address_not_allowed',
  NAME_NOT_RESOLVED: 'name_not_resolved',
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const DISCARD_BYTES = 64 * 1024;
const DISCARD_MS = 500;

/**
 * Lets a receiver finish a short answer before the socket is closed, because many log a closed one as an error. The
 * status has decided by then, so a long or slow body changes nothing and is not waited for.
 */
async function discard(body: Readable): Promise<void> {
  const timer = setTimeout(() => body.destroy(), DISCARD_MS);
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > DISCARD_BYTES) break;
    }
  } catch {
    // A truncated body does not matter.
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}
