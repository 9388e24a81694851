/**
 * What `npm run mutation` changes, in areas that can be run alone, and the tests that have to notice. Only tests that
 * do without processes of the service, and of an area only those that are about it: every mutant meets all of them.
 * No braces in `spec`: mocha takes their commas for the ends of paths.
 */
export const AREAS = {
  domain: {
    mutate: ['shared/domain/**/*.ts'],
    spec: ['test/shared/domain/**/*.test.ts', 'test/model/rules/subjects.test.ts'],
  },
  outcomes: {
    mutate: ['worker/providers/upstream/outcome-table.ts', 'worker/providers/kit/retry-after.ts'],
    spec: [
      'test/worker/providers/upstream/client-answers.test.ts',
      'test/worker/providers/upstream/client-connection.test.ts',
      'test/worker/providers/upstream/fixtures.test.ts',
      'test/worker/providers/upstream/hostile-answers.test.ts',
      'test/worker/providers/kit/retry-after.test.ts',
    ],
  },
  acceptance: {
    mutate: ['shared/acceptance/{accept-verifications,decide-acceptances,write-decision}.ts'],
    spec: ['test/api/verifications/submission/accept-verifications.test.ts'],
  },
  settlement: {
    mutate: [
      'shared/settlement/{settle-checks,write-settlements,write-late-findings}.ts',
      'scripts/operations/quarantine.ts',
      'worker/checks/{mark-dispatched,pending-check}.ts',
    ],
    spec: [
      'test/shared/settlement/settle-checks.test.ts',
      'test/api/reviews/apply-late-answer.test.ts',
      'test/scripts/operations/quarantine.test.ts',
      'test/shared/reviews/requeue-reviews.test.ts',
      'test/worker/checks/ended-marker.test.ts',
      'test/worker/checks/fence.test.ts',
      'test/worker/checks/held-wallet.test.ts',
      'test/worker/checks/mark-dispatched.test.ts',
      'test/worker/checks/right-to-send.test.ts',
      'test/worker/checks/settle-persistently.test.ts',
      'test/worker/erasure/erase-due.test.ts',
    ],
  },
  calls: {
    mutate: ['worker/checks/{run-check,claim-call,right-to-send,call-and-settle,load-fate}.ts'],
    spec: [
      'test/worker/checks/fence.test.ts',
      'test/worker/checks/mark-dispatched.test.ts',
      'test/worker/checks/right-to-send.test.ts',
      'test/worker/checks/run-check*.test.ts',
      'test/worker/checks/settle-persistently.test.ts',
    ],
  },
  history: {
    mutate: ['shared/history/{judge-history,check-id}.ts'],
    spec: ['test/shared/history/check-id.test.ts', 'test/shared/history/judge-history.test.ts'],
  },
  limits: {
    mutate: ['shared/spending/{read-limits,write-spending}.ts'],
    spec: ['test/api/spending/*.test.ts', 'test/shared/spending/*.test.ts'],
  },
  reconciler: {
    mutate: ['worker/reconciler/{examine-idle-checks,find-lost-calls,mend-timestamps,reconcile}.ts'],
    spec: ['test/worker/reconciler/*.test.ts'],
  },
  reviews: {
    mutate: [
      'shared/reviews/{requeue-reviews,review-case}.ts',
      'api/reviews/{resolve-review,settle-review,apply-late-answer,take-review}.ts',
    ],
    spec: [
      'test/shared/reviews/requeue-reviews.test.ts',
      'test/api/reviews/resolve-review.test.ts',
      'test/api/reviews/resolve-review-record.test.ts',
      'test/api/reviews/apply-late-answer.test.ts',
      'test/api/reviews/take-review.test.ts',
      'test/shared/webhooks/stage-events.test.ts',
    ],
  },
  ledger: {
    mutate: [
      'shared/ledger/{write-ledger-and-events,lock-wallets,move-client-credits}.ts',
      'shared/evidence/append-audit.ts',
    ],
    spec: [
      'test/shared/ledger/lock-wallets.test.ts',
      'test/shared/ledger/move-client-credits.test.ts',
      'test/shared/evidence/*.test.ts',
      'test/scripts/verify/*.test.ts',
      'test/shared/webhooks/stage-events.test.ts',
    ],
  },
};
