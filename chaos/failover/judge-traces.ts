import { canSearch } from '../../test/protocol/spin.js';
import { areAllowed, type Trace, type TracedWorld } from '../../test/protocol/traces.js';
import type { Finding } from '../check/find-broken-promises.js';
import type { CheckTrace } from '../check/read-traces.js';
import type { Kind } from './kinds.js';

/** The verdict of the protocol model on the observations. */
export interface TraceVerdict {
  readonly findings: readonly Finding[];
  /** A note for the report. */
  readonly note: string;
}

/** Replays the observations of each check of a kind's runs against the protocol model, if Spin is installed. */
export function judgeTraces(kind: Kind, seen: readonly CheckTrace[]): TraceVerdict {
  if (kind.postgres === 'clocked') {
    return { findings: [], note: 'Traces were not replayed: stamps of a wrong clock have no order.' };
  }
  if (!canSearch()) return { findings: [], note: 'Traces were not replayed: Spin is not installed.' };
  const different = new Map<string, { trace: Trace; checkIds: string[] }>();
  for (const { checkId, trace } of seen) {
    const name = trace.join(' ');
    const like = different.get(name) ?? { trace, checkIds: [] };
    like.checkIds.push(checkId);
    different.set(name, like);
  }
  const traces = [...different.values()];
  let allowed: readonly boolean[][];
  try {
    allowed = worldsOf(kind).map((world) =>
      areAllowed(
        traces.map(({ trace }) => trace),
        world,
      ),
    );
  } catch (error) {
    // A failure to judge must not discard what the runs themselves have shown.
    const what = `the traces could not be judged: ${error instanceof Error ? error.message : String(error)}`;
    return {
      findings: [{ kind: 'protocol', what }],
      note: `Traces were not judged: the replay of ${traces.length} different ones failed.`,
    };
  }
  const refused = traces.filter((_, index) => !allowed.some((inWorld) => inWorld[index]));
  return {
    findings: refused.map(({ trace, checkIds }) => ({
      kind: 'protocol',
      what: `the protocol has no ${trace.join(' ')}, as with check ${checkIds[0]} and ${checkIds.length - 1} more`,
    })),
    note: `Replayed against the model of the protocol: ${seen.length} checks, ${traces.length} different traces, ${refused.length} refused.`,
  };
}

/** The worlds of the model that a run may have taken place in. */
function worldsOf(kind: Kind): TracedWorld[] {
  const world = {
    synchronous: kind.newHistory && !kind.mayLose,
    flush: kind.fails.includes('redis'),
  };
  if (!kind.newHistory) return [world];
  // A copy of the files continues on a new timeline or on the old one. Redis is not lost with it.
  const copied = kind.postgres === 'restored' && !world.flush;
  return [{ ...world, takesOver: 'standby' }, ...(copied ? [{ ...world, takesOver: 'copy' } as const] : [])];
}
