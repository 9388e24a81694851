import { type MakeTap, startRelay } from '../../harness/relay.js';
import type { TakenMessage } from '../check/find-untold.js';
import type { Submitter } from '../client/submit.js';
import { subscribe } from '../client/subscribe.js';
import { startWebhookReceiver } from '../client/webhook-receiver.js';

/** A server of the client that is told of its requests, and the wire to it. */
export interface Subscription {
  readonly endpointId: string;
  /** From now on new messages pass through this tap. */
  watch(tap: MakeTap): void;
  /** Every message that the server took, from the first one on. */
  received(): readonly TakenMessage[];
  close(): Promise<void>;
}

/** Has the client's events posted to a new server behind this tap. */
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
