import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { maskSubject } from '../shared/domain/mask.js';
import { behaviourIn, caseOf } from '../shared/domain/test-subjects.js';
import { markAnswered, type SandboxCall } from './call-log.js';
import type { Fault } from './fault-plan.js';
import { headerOf, isErrorBody, parseObject, RequestError, readBody, sendError } from './http.js';
import { playCase, type Scene } from './play-case.js';
import { delayOf, playFault } from './play-fault.js';
import { type ProviderRequest, readRequest } from './read-request.js';
import { PROVIDER_PATHS } from './routes.js';
import type { SandboxState } from './state.js';

// Longer paths can only be mistakes, and the log must stay small.
const LOGGED_PATH_CHARACTERS = 100;

/** Answers one call of the provider's routes, and logs it once it has been read. */
export async function handleProviderCall(
  incoming: IncomingMessage,
  response: ServerResponse,
  path: string,
  state: SandboxState,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const body = await readBody(incoming);
  const call = state.log.open(describe(incoming, path));
  const answered = { inErrorSchema: true };
  response.once('finish', () => markAnswered(call, response.statusCode, answered.inErrorSchema));
  try {
    authorise(incoming, state.apiKey);
    const request = understand(incoming, path, body);
    call.subject = maskSubject(request.subject);
    if (request.route.reportType !== undefined) call.reportType = request.route.reportType;
    const fault = state.faults.take(request.route.path);
    answered.inErrorSchema = fault?.body === undefined || isErrorBody(fault.body);
    await play({ request, response, state, gone: gone.signal }, fault, call);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    call.case = error.code;
    sendError(response, error);
  }
}

function describe(incoming: IncomingMessage, path: string): Pick<SandboxCall, 'path' | 'case'> {
  const reference = headerOf(incoming, 'x-client-reference');
  const key = headerOf(incoming, 'idempotency-key');
  return {
    path: path.slice(0, LOGGED_PATH_CHARACTERS),
    case: 'not_understood',
    ...(reference !== undefined && { reference }),
    ...(key !== undefined && { idempotency_key: key }),
  };
}

function authorise(incoming: IncomingMessage, apiKey: string): void {
  if (incoming.headers.authorization === `Bearer ${apiKey}`) return;
  throw new RequestError(401, 'unauthorized', 'The API key is missing or wrong');
}

function understand(incoming: IncomingMessage, path: string, body: string): ProviderRequest {
  const known = PROVIDER_PATHS.find((candidate) => candidate === path);
  if (known === undefined) throw new RequestError(404, 'unknown_route', 'There is no such route');
  if (incoming.method !== 'POST') {
    throw new RequestError(405, 'method_not_allowed', 'This route takes POST only');
  }
  return readRequest(known, parseObject(body));
}

/** A requested fault takes precedence over the subject's case. */
async function play(scene: Scene, fault: Fault | undefined, call: SandboxCall): Promise<void> {
  const { request, state } = scene;
  const sandboxCase = caseOf(request.subject);
  call.case = fault === undefined ? sandboxCase : `fault:${fault.fault}`;
  if (fault !== undefined) {
    await sleep(delayOf(fault, state.slowMs), undefined, { signal: scene.gone });
    if (fault.fault !== 'slow') return playFault(scene, fault);
  }
  await playCase(scene, behaviourIn(request.route.serviceCode, sandboxCase));
}
