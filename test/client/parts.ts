import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type ClientOptions, VerificationClient } from '../../client/src/index.js';
import type { PreparedRequest } from '../../client/src/types.js';
import { type Relay, startRelay } from '../../harness/relay.js';
import { closeServer, listen } from '../../shared/ops/listen.js';

/** A valid request in the client package's format; its subject is one with a positive result unless given. */
export function clientRequest(subject = '0001010000071') {
  return {
    service_code: 'said_verification' as const,
    subject,
    purpose: 'Check before a synthetic contract',
    authority_confirmed: true as const,
    charge_approved: true as const,
  };
}

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Partial<PreparedRequest>;
}

/** An API scripted by a test, for behaviour the real one cannot be made to show. */
export interface ScriptedApi {
  baseUrl: string;
  client: VerificationClient;
  seen: SeenRequest[];
  close(): Promise<void>;
}

/** Starts one that answers each request with the next step, repeating the last one for ever. */
export async function scriptApi(
  steps: readonly ((res: ServerResponse) => void)[],
  options: Partial<ClientOptions> = {},
): Promise<ScriptedApi> {
  const seen: SeenRequest[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const { method = '', url = '', headers } = req;
      const text = Buffer.concat(chunks).toString();
      seen.push({ method, path: url, headers, body: text === '' ? {} : JSON.parse(text) });
      steps[Math.min(seen.length, steps.length) - 1]?.(res);
    });
  });
  const baseUrl = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
  return {
    baseUrl,
    client: new VerificationClient({ baseUrl, token: 'vk_synthetic', ...options }),
    seen,
    close: async () => {
      server.closeAllConnections();
      await closeServer(server);
    },
  };
}

/** Answers with a status and JSON. */
export function answer(status: number, body: object, headers: Record<string, string> = {}) {
  return (res: ServerResponse): void => {
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

/** An error in the API's format. */
export function errorBody(status: string, more: object = {}) {
  return { status, message: `synthetic ${status}`, correlation_id: 'cor-1', ...more };
}

/** A relay in front of the API that can lose one submission, or the answer to it. */
export interface LossyRelay extends Pick<Relay, 'url' | 'close'> {
  /** Cuts the connection of the next submission: before the API has received it, or once it has answered. */
  loseNext(moment: 'before' | 'after'): void;
  losses(): number;
}

/** Starts one; it forwards everything until it is told to lose something. */
export async function startLossyRelay(apiUrl: string): Promise<LossyRelay> {
  let next: 'before' | 'after' | undefined;
  let losses = 0;
  const relay = await startRelay(apiUrl, (cut) => {
    let losesAnswer = false;
    const lose = (): Buffer => {
      losses += 1;
      cut();
      return Buffer.alloc(0);
    };
    return {
      sent: (bytes) => {
        const moment = bytes.includes('POST /api/v1/verifications') ? next : undefined;
        if (moment !== undefined) next = undefined;
        losesAnswer ||= moment === 'after';
        return moment === 'before' ? lose() : bytes;
      },
      received: (bytes) => (losesAnswer ? lose() : bytes),
    };
  });
  return {
    url: relay.url,
    close: () => relay.close(),
    loseNext: (moment) => {
      next = moment;
    },
    losses: () => losses,
  };
}
