import type { PlantedBug } from '../planted-bug.js';

const RUN_CHECK = 'worker/jobs/run-check.ts';
const RUN_CHECK_SPECS = [
  'test/worker/jobs/run-check.test.ts',
  'test/worker/jobs/run-check-races.test.ts',
  'test/worker/jobs/run-check-without-call.test.ts',
];

/** Defects of the promises that a request is paid for once and never lost. */
export const onceBugs: readonly PlantedBug[] = [
  {
    name: 'marker-dropped',
    breaks: 'Two workers, or one after a crash, pay for the same check.',
    edits: [
      {
        file: RUN_CHECK,
        find: 'const marked = await deps.store.mark({ checkId: check.id, callId, clientId: check.client_id });',
        replace: 'const marked = true;',
      },
    ],
    specs: RUN_CHECK_SPECS,
  },
  {
    name: 'marker-not-heeded',
    breaks: 'The call is made although the database has refused its marker.',
    edits: [{ file: RUN_CHECK, find: 'return marked ? true : DONE;', replace: 'return true;' }],
    specs: RUN_CHECK_SPECS,
  },
  {
    name: 'one-call-index-dropped',
    breaks: 'Nothing but good will keeps a second paid call of a check from being written down.',
    edits: [
      {
        file: 'migrations/1795132800001-create-verifications.ts',
        find: 'CREATE UNIQUE INDEX provider_calls_one_possible_call ON',
        replace: 'CREATE INDEX provider_calls_one_possible_call ON',
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
        file: 'shared/commands/settle-checks.ts',
        find: "if (check?.status !== 'pending' || !isStillOpen(call, checkId, state)) {",
        replace: 'if (check === undefined) {',
      },
    ],
    specs: ['test/shared/commands/settle-checks.test.ts'],
  },
  {
    name: 'given-up-with-a-call-under-way',
    breaks: 'A check is given up as never sent while its call may be on the wire.',
    edits: [
      {
        file: 'shared/commands/settle-checks.ts',
        find: 'return calls.every((row) => row.check_id !== checkId || !mayHaveBeenReceived(row.state));',
        replace: 'return true;',
      },
    ],
    specs: ['test/shared/commands/settle-checks.test.ts', 'test/model/lives.test.ts'],
  },
  {
    name: 'lost-calls-made-again',
    breaks: 'The reconciler sends again what a dead worker may have sent.',
    edits: [
      {
        file: 'worker/jobs/reconcile.ts',
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
    specs: ['test/worker/jobs/reconcile.test.ts', 'test/model/lives.test.ts'],
  },
  {
    name: 'forgotten-checks-not-rung',
    breaks: 'What Redis lost stays pending for ever.',
    edits: [
      {
        file: 'worker/jobs/reconcile.ts',
        find: 'if (forgotten.length > 0) await deps.bell.ring(forgotten);',
        replace: '',
      },
    ],
    specs: ['test/worker/jobs/reconcile.test.ts'],
  },
  {
    name: 'stalled-jobs-run-again',
    breaks: 'A job that killed its worker is given to the next one, and the next.',
    edits: [{ file: 'worker/check-consumer.ts', find: 'maxStalledCount: 0', replace: 'maxStalledCount: 3' }],
    specs: ['test/worker/check-consumer.test.ts'],
  },
  {
    name: 'requeued-without-confirmation',
    breaks: 'Support sends again, in one click, what may have been paid for.',
    edits: [
      {
        file: 'shared/commands/requeue-reviews.ts',
        find: 'if (refusal !== undefined || providerConfirmedNoCharge) return refusal;',
        replace: 'if (refusal !== undefined || !providerConfirmedNoCharge) return refusal;',
      },
    ],
    specs: ['test/shared/commands/requeue-reviews.test.ts', 'test/model/lives.test.ts'],
  },
  {
    name: 'quarantine-trusts-the-backup',
    breaks: 'After a restore, what the backup does not know to have been called is called again.',
    edits: [
      {
        file: 'shared/commands/quarantine.ts',
        find: "state: 'uncertain', httpStatus: null, reason: 'quarantined'",
        replace: "state: 'not_sent', httpStatus: null, reason: 'quarantined'",
      },
    ],
    specs: ['test/shared/commands/quarantine.test.ts', 'test/model/lives.test.ts'],
  },
  {
    name: 'answer-forgotten-while-the-database-is-away',
    breaks: 'A paid answer is thrown away when the database does not take it at once.',
    edits: [
      {
        file: RUN_CHECK,
        find: 'const passing = isUnavailable(error) || isRetryable(error);',
        replace: 'const passing = false;',
      },
    ],
    specs: RUN_CHECK_SPECS,
  },
];
