import type { Role } from '../../../harness/serve.js';
import type { Watch } from '../../wire/trigger.js';

/** What happens around a kill. */
export type Scene =
  /** Requests are submitted: to the API that is to die, or to another one for a worker that is. */
  | 'submissions'
  /** Calls of a worker that has died wait to be given up. */
  | 'lost calls'
  /** Redis has forgotten everything. */
  | 'forgotten jobs'
  /** Support decides on reviews. */
  | 'resolutions'
  /** An admin has a subject erased. */
  | 'erasures'
  /** Everything is sealed under another key. */
  | 'rotations'
  /** The client has subscribed to what becomes of its requests. */
  | 'webhooks';

/** A step in the life of a verification at which a process is killed. */
export interface KillPoint {
  readonly name: string;
  /** What dies: a process of the service, or a command of `npm run admin`. */
  readonly role: Role | 'admin';
  readonly scene: Scene;
  /** Absent: at a random moment. */
  readonly watch?: Watch;
  /** The provider takes its time. */
  readonly slow?: true;
  /** For people: what has just happened. */
  readonly crash: string;
}

/** A point among submissions, unless told otherwise. */
export function point(
  name: string,
  role: KillPoint['role'],
  watch: Watch,
  crash: string,
  more: Partial<Pick<KillPoint, 'scene' | 'slow'>> = {},
): KillPoint {
  return { name, role, scene: 'submissions', watch, crash, ...more };
}

/** In Redis: a job of a check, on its way to or from the queue. */
export const JOB = ['check_id'];
/** In PostgreSQL: the transaction that settles calls. */
export const SETTLE = { link: 'postgres', statement: /UPDATE provider_calls AS old/, commit: true } as const;
