import { quarantine } from '../../scripts/operations/quarantine.js';
import { acceptVerifications } from '../../shared/acceptance/accept-verifications.js';
import type { Submission } from '../../shared/acceptance/submission.js';
import { newId } from '../../shared/domain/ids.js';
import { moveClientCredits } from '../../shared/ledger/move-client-credits.js';
import { buildSubmission } from '../support/checks/submissions.js';
import { bindGiveUp, bindMark, bindSettle } from './bind-calls.js';
import { bindGiveBack, bindLateAnswer, bindRequeue, bindResolve, bindTake } from './bind-reviews.js';
import * as calls from './model/calls.js';
import * as submit from './model/submit.js';
import type { AcceptStep, Step } from './steps.js';
import { type Bind, type BoundStep, clientOf, picked, type World } from './world.js';

function submissionOf(wanted: AcceptStep['submissions'][number], world: World): Submission {
  const submission = buildSubmission({
    clientId: clientOf(world, wanted.client),
    serviceCode: wanted.service,
    idempotencyKey: `key ${wanted.key}`,
    purpose: `Purpose ${wanted.purpose}`,
  });
  return { ...submission, credits: submission.credits + wanted.surcharge };
}

const bindAccept: Bind<'accept'> = (step, world, db) => {
  const submissions = step.submissions.map((wanted) => submissionOf(wanted, world));
  const told = submissions.map((submission, index) => ({
    id: submission.verificationId,
    checkIds: submission.checkIds,
    client: submission.clientId,
    key: submission.idempotencyKey,
    request: `${submission.service.code}, purpose ${step.submissions[index]?.purpose}`,
    credits: submission.credits,
  }));
  return {
    words: `accept ${told.map(({ id, key, request }) => `${id} (${key}: ${request})`).join(', ')}`,
    run: async () => {
      const acceptances = await acceptVerifications(db, submissions);
      return acceptances.map((one) => (one.kind === 'accepted' ? { kind: one.kind } : one));
    },
    apply: (state) => told.map((submission) => submit.accept(state, submission)),
  };
};

const bindMove: Bind<'moveCredits'> = ({ client, key, amount }, world, db) => {
  const clientId = clientOf(world, client);
  const move = { entryId: newId(), clientId, amount, note: 'By the model', idempotencyKey: `move ${key}` };
  const told = { entryId: move.entryId, client: clientId, key: move.idempotencyKey, amount };
  return {
    words: `move ${amount} credits of ${clientId} (${move.idempotencyKey})`,
    run: () => db.transaction((sql) => moveClientCredits(sql, move, { actor: 'system' })),
    apply: (state) => submit.moveCredits(state, told),
  };
};

const bindAge: Bind<'age'> = ({ pick }, world, db) => {
  const id = picked(world, pick, ({ status }) => status === 'pending')?.id;
  if (id === undefined) return undefined;
  return {
    words: `let a day pass for ${id}`,
    run: async () => {
      await db.query(
        `UPDATE checks SET created_at = created_at - interval '25 hours', requeued_at = requeued_at - interval '25 hours'
         WHERE verification_id = $1 AND status = 'pending'`,
        [id],
      );
    },
    apply: (state) => calls.age(state, id),
  };
};

/** Turns what a step says into what it does to this world; undefined when it speaks of something that is not there. */
export function bind(step: Step, world: World): BoundStep | undefined {
  const db = world.processes[step.process];
  switch (step.kind) {
    case 'again':
      return world.past.at(-1 - step.nth);
    case 'accept':
      return bindAccept(step, world, db);
    case 'mark':
      return bindMark(step, world, db);
    case 'settle':
      return bindSettle(step, world, db);
    case 'giveUp':
      return bindGiveUp(step, world, db);
    case 'requeue':
      return bindRequeue(step, world, db);
    case 'resolve':
      return bindResolve(step, world, db);
    case 'applyLateAnswer':
      return bindLateAnswer(step, world, db);
    case 'take':
      return bindTake(step, world, db);
    case 'giveBack':
      return bindGiveBack(step, world, db);
    case 'moveCredits':
      return bindMove(step, world, db);
    case 'age':
      return bindAge(step, world, db);
    case 'reconcile':
      return { words: 'reconcile', run: world.reconcile, apply: calls.reconcile };
    case 'quarantine':
      return { words: 'quarantine', run: async () => void (await quarantine(db)), apply: calls.quarantine };
  }
}
