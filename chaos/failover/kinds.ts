/** What fails in a run, and what it may forget. */
export interface Kind {
  readonly name: string;
  /** How PostgreSQL is set up. */
  readonly postgres: 'asynchronous' | 'synchronous' | 'restored';
  readonly fails: readonly ('postgres' | 'redis')[];
  /** Milliseconds before the kill from which on what is said may be forgotten. */
  readonly endangeredMs: { min: number; max: number };
  /** Whether an acknowledged request may be gone, if it is named. */
  readonly mayLose: boolean;
}

export const KINDS: readonly Kind[] = [
  {
    name: 'async',
    postgres: 'asynchronous',
    fails: ['postgres'],
    endangeredMs: { min: 200, max: 1_800 },
    mayLose: true,
  },
  {
    name: 'sync',
    postgres: 'synchronous',
    fails: ['postgres'],
    endangeredMs: { min: 0, max: 0 },
    mayLose: false,
  },
  {
    name: 'restore',
    postgres: 'restored',
    fails: ['postgres'],
    endangeredMs: { min: 500, max: 4_000 },
    mayLose: true,
  },
  {
    name: 'redis',
    postgres: 'restored',
    fails: ['redis'],
    endangeredMs: { min: 0, max: 1_500 },
    mayLose: false,
  },
  {
    name: 'both',
    postgres: 'asynchronous',
    fails: ['postgres', 'redis'],
    endangeredMs: { min: 200, max: 1_800 },
    mayLose: true,
  },
];
