import type { ManagedFailure } from '../ha/managed-postgres.js';

/**
 * How a server fails.
 * Killed: its standby takes over, lagging or synchronous, or an older copy of its files does.
 * Demanded: a standby without which the service does nothing, so that the promoted server gets one at once.
 * Switchover: it is stopped in an orderly way, and its standby has everything.
 * Moved: the standby is promoted and the address leads to it, while the old server keeps serving its sessions, and only
 * later stops writing.
 * Closed: it refuses to write for some seconds, as on a full disk or before a switchover.
 * Clocked: its clock jumps ahead and back.
 * Resorted: it starts from another image, which sorts texts differently.
 */
export type PostgresFailure =
  | 'lagging'
  | 'awaited'
  | 'demanded'
  | 'restored'
  | 'switchover'
  | 'moved'
  | 'closed'
  | 'clocked'
  | 'resorted';

/** What fails in a run, and what it may forget. */
export interface Kind {
  readonly name: string;
  readonly postgres: PostgresFailure | ManagedFailure;
  /**
   * Killed; or made the replica of its replica, keeping the connections of clients that do not know; watched means
   * killed under the supervision of Sentinels.
   */
  readonly redis: 'killed' | 'demoted' | 'watched';
  /**
   * Besides the servers: a worker, suspended after its marker until a person has decided about its calls; the release,
   * which is upgraded and rolled back.
   */
  readonly fails: readonly ('postgres' | 'redis' | 'worker' | 'release')[];
  /** Milliseconds before the failure from which on acknowledgements may be forgotten. */
  readonly endangeredMs: { min: number; max: number };
  /** Whether the database has another history afterwards, which is adopted. */
  readonly newHistory: boolean;
  /** Whether an acknowledged request may be lost, provided it is named. */
  readonly mayLose: boolean;
  /** Whether keys differ only in letter case, and all of them are sent again. */
  readonly mixedCase?: true;
  /** New requests per second, for a failure that takes minutes; the usual rate by default. */
  readonly perSecond?: number;
  /** After how many runs a new site is started; by default, when the old one has become slow. */
  readonly runsPerSite?: number;
}

const NOT_ENDANGERED = { min: 0, max: 0 };
const POSTGRES = { redis: 'killed', fails: ['postgres'], newHistory: true } as const;
const HARMLESS = { endangeredMs: NOT_ENDANGERED, newHistory: false, mayLose: false } as const;
const REDIS = { postgres: 'restored', fails: ['redis'], newHistory: false, mayLose: false } as const;

export const KINDS: readonly Kind[] = [
  { ...POSTGRES, name: 'async', postgres: 'lagging', endangeredMs: { min: 200, max: 1_800 }, mayLose: true },
  { ...POSTGRES, name: 'sync', postgres: 'awaited', endangeredMs: NOT_ENDANGERED, mayLose: false },
  { ...POSTGRES, name: 'standby', postgres: 'demanded', endangeredMs: NOT_ENDANGERED, mayLose: false },
  { ...POSTGRES, name: 'switchover', postgres: 'switchover', endangeredMs: NOT_ENDANGERED, mayLose: false },
  { ...POSTGRES, name: 'moved', postgres: 'moved', endangeredMs: NOT_ENDANGERED, mayLose: true },
  { ...POSTGRES, ...HARMLESS, name: 'read-only', postgres: 'closed' },
  { ...POSTGRES, ...HARMLESS, name: 'clock', postgres: 'clocked', perSecond: 10 },
  { ...POSTGRES, ...HARMLESS, name: 'collation', postgres: 'resorted', mixedCase: true, perSecond: 50 },
  { ...POSTGRES, ...HARMLESS, name: 'pause', postgres: 'closed', fails: ['worker'], perSecond: 5 },
  {
    ...{ ...POSTGRES, ...HARMLESS, name: 'rolling', postgres: 'closed' },
    ...{ fails: ['release'], perSecond: 10, runsPerSite: 1 },
  },
  {
    ...POSTGRES,
    name: 'restore',
    postgres: 'restored',
    endangeredMs: { min: 500, max: 4_000 },
    mayLose: true,
  },
  { ...REDIS, name: 'redis', redis: 'killed', endangeredMs: { min: 0, max: 1_500 } },
  { ...REDIS, name: 'redis-role', redis: 'demoted', endangeredMs: NOT_ENDANGERED },
  {
    ...POSTGRES,
    name: 'both',
    postgres: 'lagging',
    fails: ['postgres', 'redis'],
    endangeredMs: { min: 200, max: 1_800 },
    mayLose: true,
  },
];
