import type { Role } from '../../../harness/serve.js';
import type { Watch } from '../../wire/trigger.js';

/** What happens around a kill. */
export type Scene =
  /** Requests are submitted: to the API that will die, or to another one if a worker will. */
  | 'submissions'
  /** Calls of a dead worker are waiting to be given up. */
  | 'lost calls'
  /** Redis has forgotten everything. */
  | 'forgotten jobs'
  /** Support decides reviews. */
  | 'resolutions'
  /** An admin has a subject erased. */
  | 'erasures'
  /** Everything is resealed under another key. */
  | 'rotations'
  /** The client is subscribed to the results of its requests. */
  | 'webhooks';

/** A step in the life of a verification at which a process is killed. */
export interface KillPoint {
  readonly name: string;
  /** The victim: a process of the service, or a command of `npm run admin`. */
  readonly role: Role | 'admin';
  readonly scene: Scene;
  /** At a random moment if absent. */
  readonly watch?: Watch;
  /** The provider is slow. */
  readonly slow?: true;
  /** What has just happened, in words. */
  readonly crash: string;
}

/** A kill point during submissions, by default. */
export function point(
  name: string,
  role: KillPoint['role'],
  watch: Watch,
  crash: string,
  more: Partial<Pick<KillPoint, 'scene' | 'slow'>> = {},
): KillPoint {
  return { name, role, scene: 'submissions', watch, crash, ...more };
}

/** In Redis: the job of a check, on its way to or from the queue. */
export const JOB = ['check_id'];
/** In PostgreSQL: the transaction that settles calls. */
export const SETTLE = { link: 'postgres', statement: /UPDATE provider_calls AS old/, commit: true } as const;
