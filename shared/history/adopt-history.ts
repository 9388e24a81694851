import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryLock } from '../db/advisory-locks.js';
import type { Database, Sql } from '../db/database.js';
import { appendAudit } from '../evidence/append-audit.js';
import type { Logger } from '../logger.js';
import type { SettledVerification } from '../settlement/settlement.js';
import type { Witness } from '../witness/witness.js';
import type { WitnessState } from '../witness/witnessed-history.js';
import { askWitness, completeView } from './ask-witness.js';
import { isComplete, type Judgement, judgeHistory, type WitnessView } from './judge-history.js';
import { readSituation, type Situation, seenOf } from './read-situation.js';
import { reviewEndangered } from './review-endangered.js';

export interface AdoptDeps {
  db: Database;
  witness: Witness;
  logger: Logger;
  /** Tells a witness that starts afresh what this process remembers. */
  remember(): Promise<void>;
  /** Whether recently acknowledged requests are gone without having been named. */
  findGone(sql: Sql): Promise<boolean>;
  /** Called with what went into review. */
  onSettled(settled: readonly SettledVerification[]): void;
}

/** Who adopts: a process automatically, or a person who has looked. */
export interface Adopter {
  how: 'automatic' | 'person';
  /** The name of the process, or `system`. */
  by: string;
}

/** How long other processes have to tell a fresh witness what they remember: two of their looks, and some margin. */
const OTHERS_REMEMBER_MS = 3_000;

/**
 * Adopts what the database has become (contract 15), one process at a time; resolves to whether it is adopted now. The
 * steps: if only the witness can tell that the database went back, that is recorded and the fence closes; the witness
 * moves to the new history, so that nobody makes calls for the old one any more; every check that may have been called
 * without the database knowing goes into review; the fence opens, if the witness is still the same. A process that dies
 * in between, or loses the witness, is followed by another that does it again. Only a person can override a refusal of
 * `judgeHistory`. A copy of the files that lacks no more than what was written since the last look is recognised by the
 * requests that are gone.
 */
export async function adoptHistory(deps: AdoptDeps, adopter: Adopter): Promise<boolean> {
  return deps.db.transaction(async (lock) => {
    if (!(await tryLock(lock, 'adopt'))) return false;
    const asked = await askWitness(deps.witness);
    const situation = await readSituation(lock, asked.state);
    const view = await completeView(deps.witness, asked, situation);
    const judgement = await judgeRestart(judgeHistory(situation, view), { lock, situation, view }, deps);
    if (judgement.kind !== 'adopt' && !(judgement.kind === 'refused' && adopter.how === 'person')) {
      return judgement.kind !== 'refused';
    }
    return adopt(lock, { judgement, situation, view }, deps, adopter);
  });
}

/** Judges a server restarted since the last look: either it has gone back, or the witness learns of the restart. */
async function judgeRestart(
  judgement: Judgement,
  { lock, situation, view }: { lock: Sql; situation: Situation; view: WitnessView },
  { findGone, witness }: AdoptDeps,
): Promise<Judgement> {
  if (judgement.kind !== 'restarted' || view.state === undefined) return judgement;
  if (await findGone(lock)) {
    return { kind: 'adopt', change: 'went_back', complete: isComplete(situation, view) };
  }
  await witness.seePosition(view.state, seenOf(situation.here));
  return { kind: 'adopted' };
}

/**
 * Whether the witness is unchanged, and still whole if it was: if it, or a part of it, was lost meanwhile, it knew less
 * than it was asked for.
 */
async function isStill(
  witness: Witness,
  { history, epoch, runId, evicted }: WitnessState,
  wholeSince: number | null,
): Promise<boolean> {
  const now = await askWitness(witness);
  if (now.state?.history !== history || now.state.epoch !== epoch || now.runId !== runId) return false;
  return (
    wholeSince === null || (now.evicted === evicted && (await witness.remembersSince(epoch, wholeSince)))
  );
}

interface Found {
  judgement: Extract<Judgement, { kind: 'adopt' | 'refused' }>;
  situation: Situation;
  view: WitnessView;
}

async function adopt(lock: Sql, found: Found, deps: AdoptDeps, { how, by }: Adopter): Promise<boolean> {
  const { judgement, situation, view } = found;
  const { here, newest } = situation;
  // What a witness of another database knows says nothing about this one.
  const complete = judgement.kind === 'adopt' && judgement.complete;
  const next = nextState(situation, view, complete);
  // Committed at once, on another connection: what the witness has seen of it may be gone before this transaction ends.
  await deps.db.statement(
    'UPDATE database_histories SET doubted_at = now() WHERE id = $1 AND doubted_at IS NULL',
    [newest.id],
  );
  if (!(await deps.witness.begin(view.state, next))) return false;
  const wholeSince = complete ? newest.seenHour : null;
  if (!(await deps.witness.markHour(next.epoch, here.hour, wholeSince))) return false;
  if (!complete) {
    await deps.remember();
    await sleep(OTHERS_REMEMBER_MS);
  }
  const reviewed = await reviewEndangered(deps, { complete, keepAlive: () => lock.query('SELECT 1') });
  if (!(await isStill(deps.witness, next, wholeSince))) return false;
  await recordAdoption(lock, { next, here, complete, reviewed, how, by });
  const facts = {
    change: judgement.kind === 'adopt' ? judgement.change : judgement.why,
    from: { history: newest.id, timeline: newest.timeline, system_identifier: newest.systemIdentifier },
    to: { timeline: here.timeline, system_identifier: here.systemIdentifier },
    witness_complete: complete,
    checks_reviewed: reviewed,
  };
  await appendAudit(lock, {
    actor: 'system',
    action: 'history.adopted',
    target: next.history,
    details: { ...facts, how, by },
  });
  deps.logger.error(
    { history: next.history, ...facts },
    'the database was restored to an earlier state; its new history is adopted',
  );
  return true;
}

/** The state of the witness in the new history; only a complete one keeps its epoch. */
function nextState(
  { here }: Situation,
  { state, runId, evicted }: WitnessView,
  complete: boolean,
): WitnessState {
  const { systemIdentifier, timeline } = here;
  return {
    history: randomUUID(),
    systemIdentifier,
    timeline,
    epoch: complete ? (state?.epoch ?? randomUUID()) : randomUUID(),
    runId,
    evicted,
    ...seenOf(here),
    adopting: true,
  };
}

interface Adoption extends Adopter {
  next: WitnessState;
  here: Situation['here'];
  complete: boolean;
  reviewed: number;
}

async function recordAdoption(
  sql: Sql,
  { next, here, complete, reviewed, how, by }: Adoption,
): Promise<void> {
  await sql.query(
    `INSERT INTO database_histories (id, system_identifier, timeline, database_oid, table_oid, adopted_at,
       adopted_how, adopted_by, witness_epoch, witness_complete, checks_reviewed)
     SELECT $1, $2, $3, $4, $5, greatest(clock_timestamp(), max(adopted_at) + interval '1 ms'), $6, $7, $8, $9, $10
     FROM database_histories`,
    [
      next.history,
      here.systemIdentifier,
      here.timeline,
      here.databaseOid,
      here.tableOid,
      how,
      by,
      next.epoch,
      complete,
      reviewed,
    ],
  );
}
