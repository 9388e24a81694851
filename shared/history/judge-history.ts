import type { RedisProcess, WitnessState } from '../witness/witnessed-history.js';
import type { Situation } from './read-situation.js';

/** Why a history is adopted: what happened to the database. */
export type Change =
  /** A timeline or server other than the adopted one: a promotion, a restore, a copy, a dump. */
  | 'replaced'
  /** The same timeline, but less of it than was seen before: a copy of the files was restored. */
  | 'went_back';

/**
 * Why nothing is adopted until a person says so: the server is on an older timeline than the adopted one, like a
 * primary from before a failover; or the database is on a server the witness has never followed, as behind a wrong
 * address.
 */
export const REFUSALS = ['older_timeline', 'foreign_system'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** What to do about the history of the database. */
export type Judgement =
  | { kind: 'adopted' }
  /** The witness has forgotten, or may have: it starts a new epoch with the adopted history. */
  | { kind: 'begin' }
  /** PostgreSQL does not know the witness's epoch yet. */
  | { kind: 'record_epoch' }
  /** `complete`: since the adopted history began with it, the witness has missed and forgotten nothing. */
  | { kind: 'adopt'; change: Change; complete: boolean }
  /** The history is adopted, but what it lacks has not been named yet. */
  | { kind: 'name_lost' }
  /** As `adopted`, but on a server restarted since: what was written after the last look may be missing. */
  | { kind: 'restarted' }
  /** Redis has evicted keys in this epoch, perhaps calls: the witness begins anew, and not with every further one. */
  | { kind: 'evicted' }
  | { kind: 'refused'; why: Refusal };

/** The witness as it answered, and the Redis process that did. */
export interface WitnessView extends RedisProcess {
  state: WitnessState | undefined;
  /** Whether it has forgotten nothing with time, in its epoch, since the hour in which the database was last seen. */
  remembersSeen: boolean;
}

/** Whether the witness has missed nothing since the adopted history began with it, and forgotten nothing since. */
export function isComplete({ newest }: Situation, view: WitnessView): boolean {
  const { state, runId, evicted, remembersSeen } = view;
  if (state === undefined || state.epoch !== newest.witnessEpoch || state.runId !== runId) return false;
  return state.evicted === evicted && remembersSeen && newest.isRemembered;
}

/** Judges where the database stands from what it says itself and what the witness has seen (contract 15). */
export function judgeHistory(situation: Situation, view: WitnessView): Judgement {
  const { here, newest } = situation;
  const { state } = view;
  const complete = isComplete(situation, view);
  if (!isAdopted(situation)) {
    const why = state === undefined ? undefined : refusalOf(situation, state);
    const change = newest.isDoubted ? 'went_back' : 'replaced';
    return why === undefined ? { kind: 'adopt', change, complete } : { kind: 'refused', why };
  }
  if (state === undefined) return { kind: 'begin' };
  if (state.history === newest.id) {
    if (wentBack(situation, state)) return { kind: 'adopt', change: 'went_back', complete };
    if (state.runId !== view.runId || !view.remembersSeen) return { kind: 'begin' };
    if (state.epoch !== newest.witnessEpoch) return { kind: 'record_epoch' };
    // Checked in the database too: a witness that started afresh meanwhile says nothing about an unfinished adoption.
    if (state.adopting || !newest.isCompared) return { kind: 'name_lost' };
    if (here.startedAt !== state.startedAt) return { kind: 'restarted' };
    return { kind: state.evicted === view.evicted ? 'adopted' : 'evicted' };
  }
  if (state.systemIdentifier !== here.systemIdentifier) return { kind: 'refused', why: 'foreign_system' };
  // The witness is behind: an older state of Redis was restored, or it was unavailable when this history was adopted.
  if (situation.knowsHistory) return { kind: 'begin' };
  if (here.timeline < state.timeline) return { kind: 'refused', why: 'older_timeline' };
  return { kind: 'adopt', change: 'went_back', complete };
}

/**
 * Whether the log ends before what was seen of it. Writes after a start soon make up for what is missing, so a server
 * restarted since is judged by where its recovery ended, which is where it makes a checkpoint.
 */
function wentBack({ here }: Situation, state: WitnessState): boolean {
  const end = here.startedAt === state.startedAt ? here.position : here.checkpoint;
  return BigInt(end) < BigInt(state.position);
}

/** Whether the database says it is the one adopted last, and nobody has seen it go back. */
export function isAdopted({ here, newest }: Situation): boolean {
  return (
    here.systemIdentifier === newest.systemIdentifier &&
    here.timeline === newest.timeline &&
    here.databaseOid === newest.databaseOid &&
    here.tableOid === newest.tableOid &&
    !newest.isDoubted
  );
}

/** A dump restored on another server brings the histories of its database along. */
function refusalOf({ here, knowsHistory, knowsSystem }: Situation, state: WitnessState): Refusal | undefined {
  if (state.systemIdentifier !== here.systemIdentifier) {
    return knowsHistory || knowsSystem ? undefined : 'foreign_system';
  }
  return here.timeline < state.timeline ? 'older_timeline' : undefined;
}
