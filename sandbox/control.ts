import type { IncomingMessage, ServerResponse } from 'node:http';
import { countPaid } from './call-log.js';
import { parseObject, RequestError, readBody, send } from './http.js';
import type { SandboxState } from './state.js';

/** The paths that control the sandbox rather than stand in for the provider. */
export const CONTROL_PATHS: readonly string[] = ['/_calls', '/_faults'];

/** Serves `_calls` and `_faults`. Throws RequestError. */
export async function handleControl(
  incoming: IncomingMessage,
  response: ServerResponse,
  { pathname, searchParams }: URL,
  state: SandboxState,
): Promise<void> {
  switch (`${incoming.method} ${pathname}`) {
    case 'GET /_calls':
      send(response, { status: 200, body: report(state, searchParams.get('reference') ?? undefined) });
      return;
    case 'DELETE /_calls':
      state.forgetCalls();
      response.writeHead(204).end();
      return;
    case 'POST /_faults':
      send(response, { status: 201, body: state.faults.add(parseObject(await readBody(incoming))) });
      return;
    case 'DELETE /_faults':
      state.faults.clear();
      response.writeHead(204).end();
      return;
    default:
      throw new RequestError(
        405,
        'method_not_allowed',
        '_calls takes GET and DELETE, _faults POST and DELETE',
      );
  }
}

function report(state: SandboxState, reference: string | undefined): object {
  const data = state.log.list(reference);
  return { data, total: data.filter(({ paid }) => paid).length, paid_by_reference: countPaid(data) };
}
