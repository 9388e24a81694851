import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Misbehaviour = '500' | 'reset' | 'hang';

/** A client's server that is told of events by webhook. */
export interface WebhookReceiver {
  readonly url: string;
  /** Messages that were taken. */
  taken(): number;
  misbehave(how: Misbehaviour): void;
  behave(): void;
  close(): Promise<void>;
}

/** Starts a receiver on 127.0.0.1 that takes everything until it is told to misbehave. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  let misbehaviour: Misbehaviour | undefined;
  let taken = 0;
  const server = createServer((incoming, response) => {
    incoming.resume().on('end', () => answer(response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  function answer(response: ServerResponse): void {
    if (misbehaviour === 'hang') return;
    if (misbehaviour === 'reset') {
      response.socket?.resetAndDestroy();
      return;
    }
    if (misbehaviour === undefined) taken += 1;
    response.writeHead(misbehaviour === undefined ? 204 : 500).end();
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    taken: () => taken,
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
