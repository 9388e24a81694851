import { KINDS, type Kind } from '../failover/kinds.js';
import type { ManagedFailure } from './managed-postgres.js';

/** A kind of failure from docs/high-availability.md, and the programs it needs. */
export interface HaKind {
  readonly title: string;
  readonly kind: Kind;
  readonly programs: readonly string[];
}

const PATRONI = ['patroni', 'etcd', 'haproxy'];

function managed(name: ManagedFailure, newHistory: boolean): Kind {
  const never = { min: 0, max: 0 };
  return {
    ...{ name, postgres: name, redis: 'killed', fails: ['postgres'] },
    ...{ endangeredMs: never, newHistory, mayLose: false },
  };
}

function plain(name: string, title: string): HaKind {
  const kind = KINDS.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`Bug: there is no kind ${name}`);
  return { title, kind, programs: [] };
}

const SENTINEL: Kind = {
  ...{ name: 'sentinel', postgres: 'restored', redis: 'watched', fails: ['redis'], newHistory: false },
  ...{ endangeredMs: { min: 0, max: 0 }, mayLose: false },
};

/** The failures that `npm run ha` causes, in this order. */
export const HA_KINDS: readonly HaKind[] = [
  plain('standby', 'primary killed, synchronous standby promoted by hand'),
  plain('switchover', 'switchover by hand'),
  plain('moved', 'address led elsewhere, old primary goes on for a while'),
  plain('read-only', 'primary refuses to write for a while'),
  { title: 'Patroni: leader killed', kind: managed('leader-killed', true), programs: PATRONI },
  { title: 'Patroni: switchover', kind: managed('leader-switched', true), programs: PATRONI },
  {
    title: 'Patroni: leader frozen, and thawed later',
    kind: managed('leader-frozen', true),
    programs: PATRONI,
  },
  {
    title: 'Patroni: synchronous standby frozen for 20 s',
    kind: managed('standby-frozen', false),
    programs: PATRONI,
  },
  {
    title: 'Patroni: leader killed, behind PgBouncer',
    kind: managed('leader-killed-pgbouncer', true),
    programs: [...PATRONI, 'pgbouncer'],
  },
  plain('redis', 'Redis killed, comes back empty or as its replica'),
  plain('redis-role', 'Redis changes roles, connections stay'),
  { title: 'Sentinel: Redis killed', kind: SENTINEL, programs: ['redis-server', 'redis-sentinel'] },
];
