import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Behaviour } from '../shared/domain/test-subjects.js';
import { answerTo, rateLimitedAnswer } from './answers.js';
import { send } from './http.js';
import type { ProviderRequest } from './read-request.js';
import type { SandboxState } from './state.js';

/** A parsed call, and the means to answer it. */
export interface Scene {
  request: ProviderRequest;
  response: ServerResponse;
  state: SandboxState;
  /** Aborted when the connection is closed: nobody waits for the answer any more. */
  gone: AbortSignal;
}

/** 200 with an HTML page, like a broken proxy in between. */
export const GARBAGE = {
  status: 200,
  body: '<html><body>Service temporarily unavailable</body></html>',
  headers: { 'content-type': 'text/html' },
} as const;

/** Handles a call as its subject demands. Rejects with an AbortError if the caller disconnects during a wait. */
export async function playCase(scene: Scene, behaviour: Behaviour): Promise<void> {
  const { request, response, state, gone } = scene;
  switch (behaviour) {
    case 'never_answers':
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'garbage':
      send(response, GARBAGE);
      return;
    case 'slow':
      await sleep(state.slowMs, undefined, { signal: gone });
      send(response, answerTo(request, 'positive'));
      return;
    case 'rate_limited_once':
      send(
        response,
        state.rateLimitsNow(request.subject) ? rateLimitedAnswer() : answerTo(request, 'positive'),
      );
      return;
    default:
      send(response, answerTo(request, behaviour));
  }
}
