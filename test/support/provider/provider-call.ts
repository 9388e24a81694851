import type { TlsOptions } from 'node:tls';
import { type Behaviour, httpAnswer, startRawProvider } from '../../../harness/raw-provider.js';
import type { MayStillSend } from '../../../worker/providers/provider.js';
import type { Exchange, Verdict } from '../../../worker/providers/types.js';
import {
  createUpstreamClient,
  type UpstreamClientOptions,
} from '../../../worker/providers/upstream/client.js';
import { judgeUpstream } from '../../../worker/providers/upstream/outcome-table.js';
import { checkInput } from '../checks/check-inputs.js';
import { readFixture } from './provider-fixtures.js';

const INPUT = checkInput('said_verification');

/** The request made by the calls of these tests. */
export const REQUEST = {
  path: '/verify',
  body: { reportType: 'said_verification', idNumber: INPUT.subject },
} as const;

/** The body of a valid answer to it. */
export const POSITIVE = JSON.stringify(readFixture('verify/said-positive').body);

/** Enough for loopback on a busy machine; tests of the deadline use SHORT_MS. */
const PLENTY_MS = 5_000;
export const SHORT_MS = 400;

/** The call has not been given up. */
export const ALWAYS: MayStillSend = async () => undefined;

/** Makes one call with a new client. */
export function send(
  url: string,
  options: Partial<UpstreamClientOptions> = {},
  mayStillSend: MayStillSend = ALWAYS,
): Promise<Exchange> {
  const sendOnce = createUpstreamClient({ url, apiKey: 'test-key', timeoutMs: PLENTY_MS, ...options });
  return sendOnce(REQUEST, 'chk_test', mayStillSend);
}

export interface Seen {
  exchange: Exchange;
  /** The verdict: class, reason, and whether the answer was complete. */
  verdict: string;
  hits: number;
  connections: number;
  tookMs: number;
}

/** Makes one call to a provider with this behaviour, and returns what both sides saw. */
export async function call(
  behave: Behaviour,
  options: Partial<UpstreamClientOptions> = {},
  tls?: TlsOptions,
): Promise<Seen> {
  const provider = await startRawProvider(behave, tls);
  try {
    const started = performance.now();
    const exchange = await send(provider.url, options);
    const tookMs = performance.now() - started;
    const verdict = inWords(judgeUpstream(exchange, INPUT));
    return { exchange, verdict, hits: provider.hits(), connections: provider.connections(), tookMs };
  } finally {
    await provider.close();
  }
}

/** A behaviour: a well-formed HTTP answer. */
export function answer(status: number, body: string, headers: Record<string, string> = {}): Behaviour {
  return (socket) => socket.end(httpAnswer(status, body, headers));
}

/** A behaviour: exactly these bytes, then the end. */
export function bytes(head: string, body: Buffer = Buffer.alloc(0)): Behaviour {
  return (socket) => socket.end(Buffer.concat([Buffer.from(head), body]));
}

function inWords(verdict: Verdict): string {
  if (verdict.class === 'answered') return `answered ${verdict.finding.outcome}`;
  if (verdict.class === 'refused') return verdict.class;
  if (verdict.class !== 'uncertain') return `${verdict.class} ${verdict.reason}`;
  return `uncertain ${verdict.reason} ${verdict.answerComplete ? 'complete' : 'incomplete'}`;
}
