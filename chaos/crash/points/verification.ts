import { SETTLED_CHANNEL } from '../../../shared/redis/settled-channel.js';
import { JOB, type KillPoint, point, SETTLE } from './kill-point.js';

const ACCEPT = { link: 'postgres', statement: /INSERT INTO verifications/, commit: true } as const;
const MARK = { link: 'postgres', statement: /INSERT INTO provider_calls/ } as const;
// Of BullMQ's scripts, only the one that finishes a job contains both.
const ACKNOWLEDGE = [':completed', ':marker'];

/** From acceptance to the end of the job, in this order (architecture 3). */
export const VERIFICATION_POINTS: readonly KillPoint[] = [
  point(
    'accept-before-commit',
    'api',
    { ...ACCEPT, moment: 'before' },
    'everything of the request is written, not committed',
  ),
  point('accept-after-commit', 'api', { ...ACCEPT, moment: 'after' }, 'committed, and the API does not know'),
  point(
    'enqueue-before',
    'api',
    { link: 'redis', texts: JOB, moment: 'before' },
    'committed, nothing enqueued',
  ),
  point(
    'enqueue-after',
    'api',
    { link: 'redis', texts: JOB, moment: 'after' },
    'enqueued, and nobody was answered',
  ),
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
];
