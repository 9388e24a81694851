import type { PlantedBug } from '../planted-bug.js';

const CLAIM_CALL = 'worker/checks/claim-call.ts';
const RUN_CHECK_SPECS = [
  'test/worker/checks/run-check.test.ts',
  'test/worker/checks/run-check-races.test.ts',
  'test/worker/checks/run-check-without-call.test.ts',
];

/** Defects in the promises that a request is paid for once and never lost. */
export const onceBugs: readonly PlantedBug[] = [
  {
    name: 'marker-dropped',
    breaks: 'Two workers, or one after a crash, pay for the same check.',
    edits: [
      {
        file: CLAIM_CALL,
        find: 'const mark = await store.mark({ checkId: check.id, callId, provider, clientId: check.client_id });',
        replace: `const mark: Awaited<ReturnType<CheckStore['mark']>> = { kind: 'marked', historyId: check.id };`,
      },
    ],
    specs: RUN_CHECK_SPECS,
  },
  {
    name: 'marker-not-heeded',
    breaks: 'The call is made although the database has refused its marker.',
    edits: [
      {
        file: CLAIM_CALL,
        find: "if (mark.kind === 'taken') return 'taken';",
        replace:
          "if (mark.kind === 'taken') return { claimed: { checkId: check.id, callId, historyId: check.id } };",
      },
    ],
    specs: RUN_CHECK_SPECS,
  },
  {
    name: 'witness-not-heeded',
    breaks: 'A call that the database has lost is made and paid for again.',
    edits: [
      {
        file: CLAIM_CALL,
        find: "if (noted?.kind === 'known') return askDatabase(check, call, noted.callId, deps);",
        replace: "if (noted?.kind === 'known') return { claimed: call };",
      },
    ],
    specs: ['test/worker/checks/run-check-witness.test.ts'],
  },
  {
    name: 'fence-dropped',
    breaks: 'A promoted standby that lacks the last markers has their checks called and paid for again.',
    edits: [
      {
        file: 'shared/history/this-database.ts',
        find: 'AND this.timeline = newest.timeline AND',
        replace: 'AND',
      },
    ],
    specs: ['test/worker/checks/fence.test.ts'],
  },
  {
    name: 'one-call-index-dropped',
    breaks: 'Nothing but good will keeps a second paid call of a check from being written down.',
    edits: [
      {
        file: 'migrations/1795401500000-merge-call-indexes.ts',
        find: 'THEN true END))`,\n      { unique: true },',
        replace: 'THEN true END))`,',
      },
    ],
    specs: ['test/worker/checks/mark-dispatched.test.ts', 'test/migrations/constraints.test.ts'],
  },
  {
    name: 'settled-checks-called',
    breaks:
      'A check that may have been paid for is prepared for another call, which only the marker then stops.',
    edits: [{ file: 'worker/checks/pending-check.ts', find: 'AND calls.possible = 0', replace: '' }],
    specs: ['test/model/lives.test.ts'],
  },
  {
    name: 'settlement-without-compare-and-set',
    breaks: 'A late answer overwrites what was decided meanwhile.',
    edits: [
      {
        file: 'shared/settlement/settle-checks.ts',
        find: "if (check?.status !== 'pending' || !isStillOpen(call, checkId, state)) {",
        replace: 'if (check === undefined) {',
      },
    ],
    specs: ['test/shared/settlement/settle-checks.test.ts'],
  },
  {
    name: 'given-up-with-a-call-under-way',
    breaks: 'A check is given up as never sent while its call may be on the wire.',
    edits: [
      {
        file: 'shared/settlement/settle-checks.ts',
        find: 'return state.calls.every((other) => other.check_id !== checkId || !mayHaveBeenReceived(other.state));',
        replace: 'return true;',
      },
    ],
    specs: ['test/shared/settlement/settle-checks.test.ts', 'test/model/lives.test.ts'],
  },
  {
    name: 'lost-calls-made-again',
    breaks: 'The reconciler sends again what a dead worker may have sent.',
    edits: [
      {
        file: 'worker/reconciler/find-lost-calls.ts',
        find: `      state: 'uncertain',
      httpStatus: null,
      reason: 'lost',
      answerSealed: null,
    },
    result: { status: 'manual_review', reviewReason: 'no_answer' },`,
        replace: `      state: 'not_sent',
      httpStatus: null,
      reason: 'lost',
      answerSealed: null,
    },
    result: { status: 'pending' },`,
      },
    ],
    specs: ['test/worker/reconciler/reconcile.test.ts', 'test/model/lives.test.ts'],
  },
  {
    name: 'forgotten-checks-not-enqueued',
    breaks: 'What Redis lost stays pending for ever.',
    edits: [
      {
        file: 'worker/reconciler/examine-idle-checks.ts',
        find: 'if (forgotten.length > 0) await deps.checkQueue.enqueue(forgotten);',
        replace: '',
      },
    ],
    specs: ['test/worker/reconciler/reconcile.test.ts'],
  },
  {
    name: 'stalled-jobs-run-again',
    breaks: 'A job that killed its worker is given to the next one, and the next.',
    edits: [{ file: 'worker/queue-consumer.ts', find: 'maxStalledCount: 0', replace: 'maxStalledCount: 3' }],
    specs: ['test/worker/checks/start-check-consumer.test.ts'],
  },
  {
    name: 'requeued-without-confirmation',
    breaks: 'Support sends again, in one click, what may have been paid for.',
    edits: [
      {
        file: 'shared/reviews/requeue-reviews.ts',
        find: 'if (calls.length > 0 && !providerConfirmedNoCharge) return',
        replace: 'if (calls.length > 0 && providerConfirmedNoCharge) return',
      },
    ],
    specs: ['test/shared/reviews/requeue-reviews.test.ts', 'test/model/lives.test.ts'],
  },
  {
    name: 'quarantine-trusts-the-backup',
    breaks: 'After a restore, what the backup does not know to have been called is called again.',
    edits: [
      {
        file: 'shared/history/assume-calls.ts',
        find: "state: 'uncertain', httpStatus: null, reason, answerSealed: null",
        replace: "state: 'not_sent', httpStatus: null, reason, answerSealed: null",
      },
    ],
    specs: ['test/scripts/operations/quarantine.test.ts', 'test/model/lives.test.ts'],
  },
  {
    name: 'calls-under-way-believed',
    breaks:
      'After a failover, a call that had ended before and was made again is taken for one that was never sent.',
    edits: [
      {
        file: 'shared/history/review-endangered.ts',
        find: 'const doubtful = complete ?',
        replace: 'const doubtful = !complete ?',
      },
    ],
    specs: ['test/shared/history/adopt-history.test.ts'],
  },
  {
    name: 'answer-forgotten-while-the-database-is-away',
    breaks: 'A paid answer is thrown away when the database does not take it at once.',
    edits: [
      {
        file: 'worker/checks/settle-persistently.ts',
        find: 'error !== undefined && !maySucceedLater(error);',
        replace: 'error !== undefined;',
      },
    ],
    specs: RUN_CHECK_SPECS,
  },
];
