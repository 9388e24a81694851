import type { WitnessState } from '../witness/witness.js';
import type { Situation } from './read-situation.js';

/** Why a history is adopted: what has happened to the database. */
export type Change =
  /** Another timeline or server than the adopted one: a promotion, a restore, a copy, a dump. */
  | 'replaced'
  /** The same timeline, and yet less of it than was seen before: a copy of the files was put back. */
  | 'went_back';

/**
 * Why nothing is adopted before a person says so: the server is on an older timeline than the one that was adopted, as a
 * primary from before a failover is; or the database belongs to a server that the witness has never gone with, as behind
 * a wrong address.
 */
export const REFUSALS = ['older_timeline', 'foreign_system'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** What is to be done about the history of the database. */
export type Judgement =
  | { kind: 'adopted' }
  /** The witness has forgotten, or may have: it begins a new epoch with the adopted history. */
  | { kind: 'begin' }
  /** PostgreSQL does not know yet which epoch the witness is in. */
  | { kind: 'record_epoch' }
  /** `complete` when the witness has missed nothing since the adopted history began with it, and forgotten nothing since. */
  | { kind: 'adopt'; change: Change; complete: boolean }
  /** The adopted history is there, and what is missing in it has not been named yet. */
  | { kind: 'name_lost' }
  /** The same, on a server that was started since: what was written after the last look may be missing. */
  | { kind: 'restarted' }
  | { kind: 'refused'; why: Refusal };

/** The witness as it answered, with the Redis process that did. */
export interface WitnessView {
  state: WitnessState | undefined;
  runId: string;
}

/** Judges where the database stands by what it says of itself and what the witness has seen (contract 15). */
export function judgeHistory(situation: Situation, { state, runId }: WitnessView): Judgement {
  const { here, newest } = situation;
  const isUnbroken = state !== undefined && state.runId === runId && state.epoch === newest.witnessEpoch;
  const complete = isUnbroken && newest.isRemembered;
  if (!isAdopted(situation)) {
    const why = state === undefined ? undefined : refusalOf(situation, state);
    const change = newest.isDoubted ? 'went_back' : 'replaced';
    return why === undefined ? { kind: 'adopt', change, complete } : { kind: 'refused', why };
  }
  if (state === undefined) return { kind: 'begin' };
  if (state.history === newest.id) {
    if (wentBack(situation, state)) return { kind: 'adopt', change: 'went_back', complete };
    if (state.runId !== runId) return { kind: 'begin' };
    if (!isUnbroken) return { kind: 'record_epoch' };
    // By the database too: a witness that began anew meanwhile says nothing of an adoption that is not finished.
    if (state.adopting || !newest.isCompared) return { kind: 'name_lost' };
    return { kind: here.startedAt === state.startedAt ? 'adopted' : 'restarted' };
  }
  if (state.systemIdentifier !== here.systemIdentifier) return { kind: 'refused', why: 'foreign_system' };
  // The witness is behind: an older state of Redis was put back, or it was away when this history was adopted.
  if (situation.knowsHistory) return { kind: 'begin' };
  if (here.timeline < state.timeline) return { kind: 'refused', why: 'older_timeline' };
  return { kind: 'adopt', change: 'went_back', complete };
}

/**
 * Whether the log ended before what was seen of it. What is written after a start soon makes up for what is missing, so
 * a server that was started since is judged by where its recovery ended, at which it makes a checkpoint.
 */
function wentBack({ here }: Situation, state: WitnessState): boolean {
  const end = here.startedAt === state.startedAt ? here.position : here.checkpoint;
  return BigInt(end) < BigInt(state.position);
}

/** Whether the database is the one that was adopted last, by what it says of itself, and nobody has seen that it went back. */
export function isAdopted({ here, newest }: Situation): boolean {
  return (
    here.systemIdentifier === newest.systemIdentifier &&
    here.timeline === newest.timeline &&
    here.databaseOid === newest.databaseOid &&
    here.tableOid === newest.tableOid &&
    !newest.isDoubted
  );
}

/** A dump that was restored on another server brings the histories of its database along. */
function refusalOf({ here, knowsHistory, knowsSystem }: Situation, state: WitnessState): Refusal | undefined {
  if (state.systemIdentifier !== here.systemIdentifier) {
    return knowsHistory || knowsSystem ? undefined : 'foreign_system';
  }
  return here.timeline < state.timeline ? 'older_timeline' : undefined;
}
