import { SETTLED_CHANNEL } from '../../shared/redis/settled-channel.js';
import type { Watch } from '../wire/trigger.js';
import type { Role } from '../world/linked-process.js';

/** What happens around a kill. */
export type Scene =
  /** Requests are submitted: to the API that is to die, or to another one for a worker that is. */
  | 'submissions'
  /** Calls of a worker that has died wait to be given up. */
  | 'lost calls'
  /** Redis has forgotten everything. */
  | 'forgotten jobs'
  /** Support decides on reviews. */
  | 'resolutions';

/** A step in the life of a verification at which a process is killed. */
export interface KillPoint {
  readonly name: string;
  readonly role: Role;
  readonly scene: Scene;
  /** Absent: at a random moment. */
  readonly watch?: Watch;
  /** The provider takes its time. */
  readonly slow?: true;
  /** For people: what has just happened. */
  readonly crash: string;
}

const ACCEPT = { link: 'postgres', statement: /INSERT INTO verifications/, commit: true } as const;
const SETTLE = { link: 'postgres', statement: /UPDATE provider_calls AS old/, commit: true } as const;
const MARK = { link: 'postgres', statement: /INSERT INTO provider_calls/ } as const;
const CLAIM_UNHEARD = { link: 'postgres', statement: /UPDATE checks SET rung_at/, commit: true } as const;
const RESOLVE = { link: 'postgres', statement: /INSERT INTO review_notes/, commit: true } as const;
const JOB = ['check_id'];
// Of BullMQ's scripts only the one that finishes a job names both.
const ACKNOWLEDGE = [':completed', ':marker'];

function point(
  name: string,
  role: Role,
  watch: Watch,
  crash: string,
  more: Partial<Pick<KillPoint, 'scene' | 'slow'>> = {},
): KillPoint {
  return { name, role, scene: 'submissions', watch, crash, ...more };
}

/** Every step, in the order of a verification's life (reliability-security 2.2), then the recoveries. */
export const KILL_POINTS: readonly KillPoint[] = [
  point(
    'accept-before-commit',
    'api',
    { ...ACCEPT, moment: 'before' },
    'everything of the request is written, not committed',
  ),
  point('accept-after-commit', 'api', { ...ACCEPT, moment: 'after' }, 'committed, and the API does not know'),
  point('ring-before', 'api', { link: 'redis', texts: JOB, moment: 'before' }, 'committed, nobody rang'),
  point('ring-after', 'api', { link: 'redis', texts: JOB, moment: 'after' }, 'rung, and nobody was answered'),
  point(
    'told',
    'api',
    { link: 'redis', texts: [SETTLED_CHANNEL], moment: 'told' },
    'settled, and the waiting caller not answered',
  ),
  point(
    'job-fetched',
    'worker',
    { link: 'redis', texts: JOB, moment: 'told' },
    'the queue has given the job away, nobody has it',
  ),
  point(
    'loaded',
    'worker',
    { link: 'postgres', statement: /AS earlier_calls/, moment: 'after' },
    'the check is loaded',
  ),
  point('mark-before', 'worker', { ...MARK, moment: 'before' }, 'the call is prepared, not marked'),
  point(
    'mark-after',
    'worker',
    { ...MARK, moment: 'after' },
    'the marker is committed, and the worker does not know',
  ),
  point(
    'connecting',
    'worker',
    { link: 'provider', moment: 'connecting' },
    'the connection to the provider is made',
  ),
  point(
    'request-part',
    'worker',
    { link: 'provider', moment: 'part of the request' },
    'some bytes of the request are sent',
  ),
  point(
    'request-whole',
    'worker',
    { link: 'provider', moment: 'whole request' },
    'the whole request is sent',
  ),
  point('waiting', 'worker', { link: 'provider', moment: 'waiting' }, 'the provider is at work', {
    slow: true,
  }),
  point(
    'answer-part',
    'worker',
    { link: 'provider', moment: 'part of the answer' },
    'some bytes of the answer are read',
  ),
  point('answer-whole', 'worker', { link: 'provider', moment: 'whole answer' }, 'the whole answer is read'),
  point(
    'settle-before-commit',
    'worker',
    { ...SETTLE, moment: 'before' },
    'the settlement is written, not committed',
  ),
  point(
    'settle-after-commit',
    'worker',
    { ...SETTLE, moment: 'after' },
    'the settlement is committed, and the worker does not know',
  ),
  point(
    'acknowledge-before',
    'worker',
    { link: 'redis', texts: ACKNOWLEDGE, moment: 'before' },
    'settled, the job not acknowledged',
  ),
  point(
    'acknowledge-after',
    'worker',
    { link: 'redis', texts: ACKNOWLEDGE, moment: 'after' },
    'the job is acknowledged, and the worker does not know',
  ),
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
    're-ring-before-commit',
    'worker',
    { ...CLAIM_UNHEARD, moment: 'before' },
    'the reconciler looks at forgotten checks, not committed',
    { scene: 'forgotten jobs' },
  ),
  point(
    're-ring-after',
    'worker',
    { link: 'redis', texts: JOB, moment: 'after' },
    'the reconciler has rung for forgotten checks, and does not know',
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
  { name: 'any-moment-api', role: 'api', scene: 'submissions', crash: 'a random moment' },
  { name: 'any-moment-worker', role: 'worker', scene: 'submissions', crash: 'a random moment' },
];
