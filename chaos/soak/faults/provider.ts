import type { Random } from '../../random.js';
import { type Fault, lasting } from '../fault.js';
import type { Soak } from '../soak.js';

async function control({ servers }: Soak, method: 'POST' | 'DELETE', fault?: object): Promise<void> {
  const response = await fetch(`${servers.provider.url}/_faults`, {
    method,
    ...(fault !== undefined && { body: JSON.stringify(fault) }),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The sandbox refused a fault: ${response.status}`);
}

/** The provider misbehaves for a while, in a way docs/sandbox.md describes. */
function misbehaves(kind: string, fault: (random: Random) => object): Fault {
  return lasting(`provider: ${kind}`, ['provider'], [1, 6], async (soak, random) => {
    await control(soak, 'POST', fault(random));
    return () => control(soak, 'DELETE');
  });
}

function answers(kind: string, statuses: readonly number[], more: object = {}): Fault {
  return misbehaves(kind, (random) => ({ fault: 'status', status: random.pick(statuses), ...more }));
}

const plain = [
  'reset',
  'hang',
  'garbage',
  'truncated',
  'oversized',
  'redirect',
  'wrong_subject',
  'wrong_schema',
] as const;

/** The provider misbehaves in every way of the outcome table (F14–F24). */
export const PROVIDER_FAULTS: readonly Fault[] = [
  ...plain.map((fault) => misbehaves(fault.replace('_', ' '), () => ({ fault }))),
  misbehaves('drips its answer', () => ({ fault: 'drip', delay_ms: 20 })),
  misbehaves('late', (random) => ({ fault: 'slow', delay_ms: random.between(5_000, 15_000) })),
  answers('500 to 504', [500, 502, 503, 504]),
  answers('429 with Retry-After', [429], { headers: { 'Retry-After': '2' } }),
  answers('401 to 403', [401, 402, 403]),
  answers('refusals of a gateway', [401, 402, 403, 429], { body: '<html>Forbidden</html>' }),
  answers('other statuses', [202, 404, 408, 409], { body: { error: { code: 'unexpected', message: 'x' } } }),
];
