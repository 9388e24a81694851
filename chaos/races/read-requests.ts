import type { ClientRequest } from '../client/request.js';
import type { PlayedRound } from './round.js';

/** What the clients of a round know in the end: for each key, every id that was answered. */
export function readRequests({ answers }: PlayedRound): ClientRequest[] {
  const byKey = new Map<string, ClientRequest>();
  for (const { sent, status, body } of answers) {
    const request = byKey.get(sent.key) ?? {
      key: sent.key,
      body: sent.body,
      client: 0,
      ids: new Set(),
      answers: {},
    };
    byKey.set(sent.key, request);
    if (typeof body.request_id === 'string') request.ids.add(body.request_id);
    request.answers[status] = (request.answers[status] ?? 0) + 1;
  }
  return [...byKey.values()].filter(({ ids }) => ids.size > 0);
}
