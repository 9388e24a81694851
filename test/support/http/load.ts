import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { submit } from '../checks/submit.js';
import type { ApiProcess } from '../processes/service.js';
import type { Answer } from './client.js';

/** One request of the load: its key, every answer it got, and its id once acknowledged. */
export interface Sent {
  key: string;
  answers: Answer[];
  lostConnections: number;
  requestId?: string;
}

export interface Load {
  readonly sent: readonly Sent[];
  acknowledged(): number;
  /** Starts no new requests, waits until every one is acknowledged, and returns all. */
  stop(): Promise<readonly Sent[]>;
}

/** Pause between two requests of a lane: the load should keep every process busy, but not the machine. */
const PAUSE_MS = 50;

/** A request not accepted for this long fails the load, which would otherwise outlive a failed test. */
const GIVE_UP_MS = 30_000;

/**
 * Submits requests while it runs, like careful callers: each lane sends one after the other and, if a connection is
 * lost or the service is unavailable, sends the same again with the same key to the next API.
 */
export function startLoad(options: {
  apis: readonly ApiProcess[];
  token: string;
  lanes: number;
  prefer?: string;
}): Load {
  const sent: Sent[] = [];
  let stopping = false;
  let turn = 0;

  async function sendUntilAcknowledged(): Promise<void> {
    const request: Sent = { key: randomUUID(), answers: [], lostConnections: 0 };
    sent.push(request);
    const giveUpAt = performance.now() + GIVE_UP_MS;
    while (request.requestId === undefined) {
      turn += 1;
      const api = options.apis[turn % options.apis.length];
      if (api === undefined) throw new Error('No API to send to');
      const answer = await submit(api.client, options.token, {
        key: request.key,
        prefer: options.prefer ?? 'wait=2',
      }).catch(() => undefined);
      if (answer === undefined) request.lostConnections += 1;
      else request.answers.push(answer);
      if (typeof answer?.body?.request_id === 'string') request.requestId = answer.body.request_id;
      if (performance.now() > giveUpAt) throw new Error(`Nobody took a request for ${GIVE_UP_MS} ms`);
      await sleep(PAUSE_MS);
    }
  }

  async function runLane(): Promise<void> {
    while (!stopping) await sendUntilAcknowledged();
  }

  const lanes = Promise.all(Array.from({ length: options.lanes }, runLane));
  // The failure is reported when the load is stopped.
  lanes.catch(() => undefined);
  return {
    sent,
    acknowledged: () => sent.filter(({ requestId }) => requestId !== undefined).length,
    stop: async () => {
      stopping = true;
      await lanes;
      return sent;
    },
  };
}
