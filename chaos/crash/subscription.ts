import { type MakeTap, startRelay } from '../../harness/relay.js';
import type { TakenMessage } from '../check/find-untold.js';
import type { Submitter } from '../client/submit.js';
import { subscribe } from '../client/subscribe.js';
import { startWebhookReceiver } from '../client/webhook-receiver.js';

/** A client's server that receives its webhooks, and the wire to it. */
export interface Subscription {
  readonly endpointId: string;
  /** New messages pass through this tap from now on. */
  watch(tap: MakeTap): void;
  /** Every message the server accepted, from the beginning. */
  received(): readonly TakenMessage[];
  close(): Promise<void>;
}

/** Subscribes a new server behind this tap to the client's events. */
export async function openSubscription(client: Submitter, firstTap: MakeTap): Promise<Subscription> {
  const receiver = await startWebhookReceiver();
  let tap = firstTap;
  const relay = await startRelay(receiver.url, (cut) => tap(cut));
  return {
    endpointId: await subscribe(client, relay.url),
    watch: (next) => {
      tap = next;
    },
    received: receiver.received,
    close: async () => {
      await relay.close();
      await receiver.close();
    },
  };
}
