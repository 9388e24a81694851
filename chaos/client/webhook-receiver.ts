import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { TakenMessage } from '../check/find-untold.js';

type Misbehaviour = '500' | 'reset' | 'hang';

/** A client's server that is told of verifications by webhook. */
export interface WebhookReceiver {
  readonly url: string;
  /** Every message that it answered with 2xx, repetitions included. */
  received(): readonly TakenMessage[];
  misbehave(how: Misbehaviour): void;
  behave(): void;
  close(): Promise<void>;
}

/** Starts a receiver on 127.0.0.1 that takes everything it can read until it is told to misbehave. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  let misbehaviour: Misbehaviour | undefined;
  const received: TakenMessage[] = [];
  const server = createServer((incoming, response) => {
    // What breaks off or is no JSON is not taken, and so is missed in the end.
    readMessage(incoming).then(
      (message) => answer(message, response),
      () => response.writeHead(400).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  function answer(message: TakenMessage, response: ServerResponse): void {
    if (misbehaviour === 'hang') return;
    if (misbehaviour === 'reset') {
      response.socket?.resetAndDestroy();
      return;
    }
    if (misbehaviour === undefined) received.push(message);
    response.writeHead(misbehaviour === undefined ? 204 : 500).end();
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received: () => received,
    misbehave: (how) => {
      misbehaviour = how;
    },
    behave: () => {
      misbehaviour = undefined;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readMessage(incoming: IncomingMessage): Promise<TakenMessage> {
  const { type, data } = (await json(incoming)) as { type: string; data: { request_id: string } };
  return { webhookId: String(incoming.headers['webhook-id']), requestId: data.request_id, type };
}
