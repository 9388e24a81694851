import { answering, type Behaviour, hang, reset, startReceiver } from '../../harness/webhook-receiver.js';
import type { TakenMessage } from '../check/find-untold.js';

const MISBEHAVIOURS = { '500': answering(500), reset, hang };

/** A client's server that receives webhooks about verifications. */
export interface WebhookReceiver {
  readonly url: string;
  /** Every message answered with 2xx, including retries. */
  received(): readonly TakenMessage[];
  misbehave(how: keyof typeof MISBEHAVIOURS): void;
  behave(): void;
  close(): Promise<void>;
}

/** Starts a receiver that accepts everything it can read, until it is told to misbehave. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const taken: TakenMessage[] = [];
  const take: Behaviour = (res, n, webhook) => {
    const message = readMessage(webhook);
    if (message !== undefined) taken.push(message);
    answering(message === undefined ? 400 : 204)(res, n, webhook);
    // A night's worth of complete messages would not fit into memory.
    receiver.received.length = 0;
  };
  const receiver = await startReceiver(take);
  return {
    url: receiver.url,
    received: () => taken,
    misbehave: (how) => receiver.behave(MISBEHAVIOURS[how]),
    behave: () => receiver.behave(take),
    close: receiver.close,
  };
}

/** Undefined for anything that is not our message: it is not recorded, and so counts as missing in the end. */
function readMessage({
  headers,
  body,
}: {
  headers: Record<string, string>;
  body: string;
}): TakenMessage | undefined {
  try {
    const { type, data } = JSON.parse(body) as { type: string; data: { request_id: string } };
    return { webhookId: String(headers['webhook-id']), requestId: data.request_id, type };
  } catch {
    return undefined;
  }
}
