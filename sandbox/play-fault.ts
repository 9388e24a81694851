import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { otherSubject } from '../shared/domain/test-subjects.js';
import { answerTo } from './answers.js';
import type { Fault } from './fault-plan.js';
import { type Answer, errorBody, send, textOf } from './http.js';
import { GARBAGE, type Scene } from './play-case.js';

// Twice the 1 MiB that our provider client accepts (architecture 3, step 5).
const OVERSIZED_BYTES = 2 * 1024 * 1024;
const DRIP_INTERVAL_MS = 1_000;

/**
 * Plays any fault but `slow`, which only delays. Rejects with an AbortError if the caller disconnects during a wait.
 */
export async function playFault(scene: Scene, fault: Fault): Promise<void> {
  const { response, gone } = scene;
  switch (fault.fault) {
    case 'hang':
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'truncated':
      sendTruncated(response, adjusted(rightAnswer(scene), fault));
      return;
    case 'drip':
      await drip(response, adjusted(rightAnswer(scene), fault), fault.delay_ms ?? DRIP_INTERVAL_MS, gone);
      return;
    case 'slow':
      throw new Error('Bug: what is only slow is answered as if nothing were wrong');
    default:
      send(response, adjusted(wrongAnswer(scene, fault.fault), fault));
  }
}

/** How long a call waits before anything happens, in milliseconds; `drip` waits between its bytes instead. */
export function delayOf(fault: Fault, slowMs: number): number {
  if (fault.fault === 'drip') return 0;
  return fault.delay_ms ?? (fault.fault === 'slow' ? slowMs : 0);
}

function rightAnswer({ request }: Scene): Answer & { body: object } {
  const answer = answerTo(request, 'positive');
  return { ...answer, body: answer.body as object };
}

function wrongAnswer(
  scene: Scene,
  kind: Exclude<Fault['fault'], 'hang' | 'reset' | 'truncated' | 'drip' | 'slow'>,
): Answer {
  const { route, subject } = scene.request;
  const right = rightAnswer(scene);
  switch (kind) {
    case 'garbage':
      return GARBAGE;
    case 'oversized':
      return { ...right, body: { ...right.body, padding: 'x'.repeat(OVERSIZED_BYTES) } };
    case 'redirect':
      // To itself: a client that follows it shows up as a second call.
      return { status: 307, body: '', headers: { location: route.path } };
    case 'wrong_subject':
      return answerTo({ route, subject: otherSubject(route.inputType, subject) }, 'positive');
    case 'wrong_schema':
      return { ...right, body: { ...right.body, status: 'perhaps', data: 'text' } };
    case 'status':
      return { status: 500, body: errorBody('fault', 'This fault was asked for') };
  }
}

/** The answer with the status, headers and body the fault specifies. */
function adjusted(answer: Answer, { status, headers = {}, body }: Fault): Answer {
  const asked = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    status: status ?? answer.status,
    body: body ?? answer.body,
    headers: { ...answer.headers, ...Object.fromEntries(asked) },
  };
}

/** Announces the full length, sends half the body and closes the connection cleanly (FIN). */
function sendTruncated(response: ServerResponse, answer: Answer): void {
  const bytes = writeHead(response, answer);
  response.write(bytes.subarray(0, bytes.length / 2));
  response.socket?.end();
}

async function drip(response: ServerResponse, answer: Answer, ms: number, gone: AbortSignal): Promise<void> {
  for (const byte of writeHead(response, answer)) {
    response.write(Buffer.of(byte));
    await sleep(ms, undefined, { signal: gone });
  }
  response.end();
}

function writeHead(response: ServerResponse, { status, body, headers }: Answer): Buffer {
  const bytes = Buffer.from(textOf(body));
  const standard = { 'content-type': 'application/json', 'content-length': String(bytes.length) };
  response.writeHead(status, { ...standard, ...headers });
  return bytes;
}
