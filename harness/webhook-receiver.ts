import { createServer, type ServerResponse } from 'node:http';
import { closeServer, listen } from '../shared/ops/listen.js';

/** A webhook as its receiver saw it. */
export interface ReceivedWebhook {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** How a receiver responds to the n-th webhook, counted from 0. */
export type Behaviour = (res: ServerResponse, n: number, webhook: ReceivedWebhook) => void;

/** A real receiver on loopback. */
export interface WebhookReceiver {
  url: string;
  received: ReceivedWebhook[];
  /** Changes its behaviour from now on. */
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

/** Answers with a status and no body. */
export function answering(status: number, headers: Record<string, string> = {}): Behaviour {
  return (res) => void res.writeHead(status, headers).end();
}

/** Never answers. */
export const hang: Behaviour = () => undefined;

/** Resets the connection instead of answering. */
export const reset: Behaviour = (res) => res.socket?.resetAndDestroy();

/** Starts a receiver; it answers 204 by default. */
export async function startReceiver(behaviour: Behaviour = answering(204)): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let behave = behaviour;
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const headers = req.headers as Record<string, string>;
      const webhook = { path: req.url ?? '', headers, body: Buffer.concat(chunks).toString() };
      received.push(webhook);
      behave(res, received.length - 1, webhook);
    });
  });
  const port = await listen(server, 0, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    behave: (next) => {
      behave = next;
    },
    close: async () => {
      server.closeAllConnections();
      await closeServer(server);
    },
  };
}
