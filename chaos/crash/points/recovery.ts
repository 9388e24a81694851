import { JOB, type KillPoint, point, SETTLE } from './kill-point.js';

const CLAIM_IDLE = { link: 'postgres', statement: /UPDATE checks SET rung_at/, commit: true } as const;
const RESOLVE = { link: 'postgres', statement: /INSERT INTO review_notes/, commit: true } as const;

/** What repairs and decides afterwards: the reconciler and support. */
export const RECOVERY_POINTS: readonly KillPoint[] = [
  point(
    'give-up-before-commit',
    'worker',
    { ...SETTLE, moment: 'before' },
    'the reconciler gives lost calls up, not committed',
    { scene: 'lost calls' },
  ),
  point(
    'give-up-after-commit',
    'worker',
    { ...SETTLE, moment: 'after' },
    'the reconciler has given lost calls up, and does not know',
    { scene: 'lost calls' },
  ),
  point(
    'requeue-before-commit',
    'worker',
    { ...CLAIM_IDLE, moment: 'before' },
    'the reconciler looks at forgotten checks, not committed',
    { scene: 'forgotten jobs' },
  ),
  point(
    'requeue-after',
    'worker',
    { link: 'redis', texts: JOB, moment: 'after' },
    'the reconciler has enqueued forgotten checks, and does not know',
    { scene: 'forgotten jobs' },
  ),
  point(
    'resolve-before-commit',
    'api',
    { ...RESOLVE, moment: 'before' },
    'a decision of support is written, not committed',
    { scene: 'resolutions' },
  ),
  point(
    'resolve-after-commit',
    'api',
    { ...RESOLVE, moment: 'after' },
    'a decision of support is committed, and the API does not know',
    { scene: 'resolutions' },
  ),
];
