import type { SandboxCall } from '../../sandbox/call-log.js';
import { ASSUMED_BY } from '../../shared/db/assumed-call.js';
import type { CallState } from '../../shared/domain/states.js';
import { KNOWN_BY_WITNESS } from '../../shared/history/review-endangered.js';
import type { ProtocolEvent, Trace } from '../../test/protocol/traces.js';

/** The final state of a call in the database; times in milliseconds. */
export interface CallRow {
  state: CallState;
  worker: string;
  reason: string | null;
  startedAt: number;
  finishedAt: number | null;
  writtenOffAt: number | null;
}

/** Everything known about one check. */
export interface CheckFacts {
  /** Undefined if the database no longer has it. */
  acceptedAt: number | undefined;
  /** When histories of the database were adopted. */
  adoptedAt: readonly number[];
  rows: readonly CallRow[];
  /** The provider's log entries for it. */
  calls: readonly Pick<SandboxCall, 'at' | 'paid'>[];
}

interface Moment {
  at: number;
  event: ProtocolEvent;
}

/** Orders the observations of a check, using the event names of the protocol model. */
export function traceOf({ acceptedAt, adoptedAt, rows, calls }: CheckFacts): Trace {
  const moments: Moment[] = [
    ...(acceptedAt === undefined ? [] : [{ at: acceptedAt, event: 'ACCEPT' } as const]),
    ...momentsOfRows(rows),
    ...calls.map((call): Moment => {
      // The log is only precise to the millisecond.
      return { at: Date.parse(call.at) + 0.5, event: call.paid ? 'PAID' : 'REFUSED' };
    }),
    ...adoptedAt.map((at): Moment => ({ at, event: 'ADOPT' })),
  ];
  return moments.sort((a, b) => a.at - b.at).map(({ event }) => event);
}

/** A row's timestamp is the start of its transaction, which may have waited for the end of the previous call. */
function momentsOfRows(rows: readonly CallRow[]): Moment[] {
  const moments: Moment[] = [];
  let endedAt = 0;
  for (const row of [...rows].sort((a, b) => a.startedAt - b.startedAt)) {
    const own = momentsOfRow(row, Math.max(row.startedAt, endedAt));
    moments.push(...own);
    endedAt = own.at(-1)?.at ?? endedAt;
  }
  return moments;
}

function momentsOfRow(row: CallRow, startedAt: number): Moment[] {
  const { finishedAt, writtenOffAt } = row;
  // A row written in one go, after its marker was lost or without one, has a single timestamp.
  const marked = row.startedAt !== finishedAt;
  // The late answer to a call whose marker was lost, kept beside another call: nobody decided to write it off.
  if (!marked && writtenOffAt === finishedAt) return [];
  const event = endOf(row);
  return [
    ...(marked ? [{ at: startedAt, event: 'MARK' } as const] : []),
    ...(event === undefined || finishedAt === null ? [] : [{ at: Math.max(finishedAt, startedAt), event }]),
    ...(writtenOffAt === null ? [] : [{ at: writtenOffAt, event: 'WRITE_OFF' } as const]),
  ];
}

function endOf({ state, worker, reason }: CallRow): ProtocolEvent | undefined {
  switch (state) {
    case 'started':
      return undefined;
    case 'answered':
    case 'refused':
      return 'END';
    case 'not_sent':
    case 'refused_for_now':
      return 'FREE';
    case 'uncertain':
    case 'written_off':
      return reason === 'history_changed' || [ASSUMED_BY, KNOWN_BY_WITNESS].includes(worker)
        ? 'REVIEW'
        : 'GIVEN_UP';
  }
}
