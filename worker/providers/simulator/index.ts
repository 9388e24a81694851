import { type Behaviour, behaviourIn, caseOf } from '../../../shared/domain/test-subjects.js';
import { CHECK_CODES, type CheckCode } from '../../../shared/services/index.js';
import type { MayStillSend, Provider } from '../provider.js';
import type { Exchange, ProviderRequest, Withheld } from '../types.js';
import { judgeSimulated } from './judge.js';
import { reportOf } from './report.js';

const PATH = '/simulated';

/** How long the slow subject takes, and how long to wait for the one that never answers. */
export interface SimulatorOptions {
  slowMs?: number;
  timeoutMs?: number;
}

/**
 * Creates the test-mode provider, which runs in this process and calls nobody (contract 12). The subject decides what
 * happens, as in the sandbox. Everything around it is the same as for a real provider: marker, witness, right to send,
 * settlement.
 */
export function createSimulator({
  slowMs = 3_000,
  timeoutMs = 5_000,
}: SimulatorOptions = {}): Provider<'simulator'> {
  const waits: Partial<Record<Behaviour, number>> = { slow: slowMs, never_answers: timeoutMs };
  return {
    name: 'simulator',
    routes: [{ path: PATH, checks: CHECK_CODES }],
    timeoutMs,
    build: ({ serviceCode, subject, earlierCalls }) => ({
      path: PATH,
      body: { check: serviceCode, subject, earlier_calls: String(earlierCalls) },
    }),
    // Not during the call: anybody can ask for as many slow ones as they like, and the calls of a worker are for all.
    waitMs: (request) => waits[partOf(request).behaviour] ?? 0,
    send: async (request, reference, mayStillSend) => {
      const withheld = await askWithin(mayStillSend, timeoutMs);
      if (withheld !== undefined) return { kind: 'not_sent', error: withheld, withheld: true };
      return play(request, reference);
    },
    judge: judgeSimulated,
  };
}

function askWithin(mayStillSend: MayStillSend, timeoutMs: number): Promise<Withheld | undefined> {
  return mayStillSend(AbortSignal.timeout(timeoutMs)).catch((): Withheld => 'right_unknown');
}

/** Which check is simulated, and how it goes. */
function partOf({ body }: ProviderRequest): { code: CheckCode; subject: string; behaviour: Behaviour } {
  const { check = '', subject = '' } = body;
  const code = CHECK_CODES.find((candidate) => candidate === check);
  if (code === undefined) throw new Error('Bug: the simulator was asked for an unknown check');
  return { code, subject, behaviour: behaviourIn(code, caseOf(subject)) };
}

function play(request: ProviderRequest, reference: string): Exchange {
  const { code, subject, behaviour } = partOf(request);
  const report = (said = behaviour) => answer(200, reportOf(code, subject, reference, said));
  switch (behaviour) {
    case 'slow':
      return report('positive');
    case 'never_answers':
      return { kind: 'no_answer', error: 'DEADLINE' };
    case 'reset':
      return { kind: 'no_answer', error: 'ECONNRESET' };
    case 'garbage':
      return { kind: 'answer', status: 200, retryAfter: undefined, body: '<html>Simulated</html>' };
    case 'server_error':
      return answer(500, { error: 'server_error' });
    case 'refused':
      return answer(422, { error: 'refused' });
    case 'rate_limited_once':
      return request.body.earlier_calls === '0'
        ? { ...answer(429, { error: 'rate_limited' }), retryAfter: '1' }
        : report('positive');
    default:
      return report();
  }
}

function answer(status: number, body: object): Extract<Exchange, { kind: 'answer' }> {
  return { kind: 'answer', status, retryAfter: undefined, body: JSON.stringify(body) };
}
