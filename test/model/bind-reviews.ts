import { applyLateAnswer } from '../../api/reviews/apply-late-answer.js';
import { type Resolution, resolveReview } from '../../api/reviews/resolve-review.js';
import { giveBackReview, takeReview } from '../../api/reviews/take-review.js';
import { newId } from '../../shared/domain/ids.js';
import { requeueReviews } from '../../shared/reviews/requeue-reviews.js';
import { buildNote } from '../support/checks/reviews.js';
import * as model from './model/reviews.js';
import type { ModelVerification } from './model/state.js';
import { type Bind, distinctBy, picked, type World } from './world.js';

/** The id of a verification, first of those under review. */
function reviewOf(world: World, pick: number): string | undefined {
  return picked(world, pick, ({ status }) => status === 'manual_review')?.id;
}

/** A person, or by the number after the last one a command on the server. */
function reviewerOf({ reviewers }: World, by: number): string | null {
  return reviewers[by] ?? null;
}

function personOf({ reviewers }: World, by: number): string {
  return reviewers[by % reviewers.length] ?? '';
}

/** Cases that go back to the provider together. */
export const bindRequeue: Bind<'requeue'> = ({ picks, confirmed, by }, world, db) => {
  const ids = picks.flatMap((pick) => reviewOf(world, pick) ?? []);
  if (ids.length === 0) return undefined;
  const userId = reviewerOf(world, by);
  const cases = distinctBy(ids, (id) => id).map((verificationId) => ({ verificationId, note: buildNote() }));
  const decisions = cases.map(({ verificationId, note }) => ({
    verificationId,
    noteId: note.id,
    by: userId,
  }));
  return {
    words: `requeue ${ids.join(', ')}${confirmed ? ' (confirmed)' : ''} by ${userId}`,
    run: async () => {
      const result = await db.transaction((sql) =>
        requeueReviews(sql, { cases, providerConfirmedNoCharge: confirmed }, { userId }),
      );
      if (result.kind === 'requeued') return { ...result, checkIds: result.checkIds.sort() };
      // The model has no clock.
      return { ...result, refusals: result.refusals.map(({ until: _, ...refusal }) => refusal) };
    },
    apply: (state) => model.requeue(state, decisions, confirmed),
  };
};

/** The decision that ends a review. */
export const bindResolve: Bind<'resolve'> = ({ pick, outcome, by }, world, db) => {
  const verificationId = reviewOf(world, pick);
  if (verificationId === undefined) return undefined;
  const userId = reviewerOf(world, by);
  const note = buildNote();
  const label = 'Decided by hand';
  const decision: Resolution['decision'] =
    outcome === 'closed' ? { kind: 'release', label } : { kind: 'complete', outcome, label };
  return {
    words: `resolve ${verificationId} as ${outcome} by ${userId}`,
    run: () => db.transaction((sql) => resolveReview(sql, { verificationId, decision, note }, { userId })),
    apply: (state) => model.resolve(state, { verificationId, noteId: note.id, by: userId }, outcome),
  };
};

function hasLateAnswer({ status, checks }: ModelVerification): boolean {
  const found = checks.some(({ calls }) => calls.some(({ finding }) => finding !== null));
  return status === 'manual_review' && found;
}

/** Late answers that are put in place. */
export const bindLateAnswer: Bind<'applyLateAnswer'> = ({ pick, by }, world, db) => {
  const verificationId = picked(world, pick, hasLateAnswer)?.id;
  if (verificationId === undefined) return undefined;
  const userId = reviewerOf(world, by);
  const note = buildNote();
  return {
    words: `apply the late answer of ${verificationId} by ${userId}`,
    run: () => db.transaction((sql) => applyLateAnswer(sql, { verificationId, note }, { userId })),
    apply: (state) => model.applyLateAnswer(state, { verificationId, noteId: note.id, by: userId }),
  };
};

/** A person who takes a case, or keeps working on it. */
export const bindTake: Bind<'take'> = ({ pick, by }, world, db) => {
  const verificationId = reviewOf(world, pick);
  if (verificationId === undefined) return undefined;
  const userId = personOf(world, by);
  const takeId = newId();
  return {
    words: `take ${verificationId} by ${userId}`,
    run: () => db.transaction((sql) => takeReview(sql, verificationId, takeId, { userId })),
    apply: (state) => model.take(state, verificationId, userId),
  };
};

/** A person who lets a case go. */
export const bindGiveBack: Bind<'giveBack'> = ({ pick, by }, world, db) => {
  const verificationId = reviewOf(world, pick);
  if (verificationId === undefined) return undefined;
  const userId = personOf(world, by);
  return {
    words: `give back ${verificationId} by ${userId}`,
    run: () => db.transaction((sql) => giveBackReview(sql, verificationId, { userId })),
    apply: (state) => model.giveBack(state, verificationId, userId),
  };
};
