import type { Redis } from 'ioredis';
import { readInfo } from '../redis/read-info.js';
import { calledSinceKey, HISTORY_KEY, REMEMBERED_SECONDS } from './keys.js';
import { BEGIN, MARK_HOUR, runScript, SEE_POSITION } from './scripts.js';

/** The Redis process behind the witness. */
export interface RedisProcess {
  /** Another process may have forgotten the last moments of the one before. */
  runId: string;
  /** How many keys it has evicted, which is none while it runs as it has to. */
  evicted: string;
}

/** What the witness says about itself; about Redis, as it was when the epoch began. */
export interface WitnessState extends RedisProcess {
  /** The database history it follows. */
  history: string;
  systemIdentifier: string;
  timeline: number;
  /** Identifies the period in which the witness has missed nothing. */
  epoch: string;
  /** How far the write-ahead log was seen, in bytes. */
  position: string;
  /** The server start during which it was seen. */
  startedAt: string;
  /** Set while a history is being adopted, which the database does not show yet. */
  adopting: boolean;
}

/** The witness's part about the database history: which one it follows, and since when it has missed nothing. */
export interface WitnessedHistory {
  read(): Promise<WitnessState | undefined>;
  /** The Redis process answering now. */
  process(): Promise<RedisProcess>;
  /** Resolves to false if someone else was first: the witness is no longer as the caller saw it. */
  begin(seen: WitnessState | undefined, next: WitnessState): Promise<boolean>;
  /** Marks an hour of the epoch; false when the mark of the hour `seen` is gone. The first one has none before. */
  markHour(epoch: string, hour: number, seen: number | null): Promise<boolean>;
  /** Whether nothing that was noted in this epoch since the hour was marked can have been forgotten with time. */
  remembersSince(epoch: string, hour: number): Promise<boolean>;
  /** Remembers how far the log is by now; `compared` is the state it was compared with. */
  seePosition(compared: WitnessState, seen: Pick<WitnessState, 'position' | 'startedAt'>): Promise<void>;
}

/** Opens this part on a connection that fails fast. */
export function witnessHistory(redis: Redis): WitnessedHistory {
  return {
    read: async () => parse(await redis.hgetall(HISTORY_KEY)),
    process: async () => {
      const [server, stats] = await Promise.all([redis.info('server'), redis.info('stats')]);
      return { runId: readInfo(server, 'run_id') ?? '', evicted: readInfo(stats, 'evicted_keys') ?? '0' };
    },
    begin: async (seen, next) => {
      const asSeen =
        seen === undefined ? ['', '', ''] : [seen.epoch, seen.history, seen.adopting ? '1' : '0'];
      return (await runScript(redis, BEGIN, [HISTORY_KEY], [...asSeen, ...fieldsOf(next)])) === 1;
    },
    markHour: async (epoch, hour, seen) => {
      const keys = [HISTORY_KEY, calledSinceKey(seen ?? hour), calledSinceKey(hour)];
      const args = [epoch, String(REMEMBERED_SECONDS), seen === null ? '' : 'seen'];
      return (await runScript(redis, MARK_HOUR, keys, args)) === 1;
    },
    remembersSince: async (epoch, hour) => {
      const key = calledSinceKey(hour);
      const [markedIn, seconds] = await Promise.all([redis.get(key), redis.ttl(key)]);
      // One that has longer to live than it was given: the clock went back, and calls since may end before it.
      return markedIn === epoch && seconds <= REMEMBERED_SECONDS;
    },
    seePosition: async ({ epoch, position }, seen) => {
      const args = [epoch, position, seen.position, seen.startedAt];
      await runScript(redis, SEE_POSITION, [HISTORY_KEY], args);
    },
  };
}

function fieldsOf({
  systemIdentifier,
  timeline,
  runId,
  startedAt,
  adopting,
  ...same
}: WitnessState): string[] {
  const fields = {
    ...same,
    system_identifier: systemIdentifier,
    timeline: String(timeline),
    run_id: runId,
    started_at: startedAt,
    adopting: adopting ? '1' : '0',
  };
  return Object.entries(fields).flat();
}

/** Undefined also for an incomplete state, which no process of ours writes. */
function parse(fields: Readonly<Record<string, string>>): WitnessState | undefined {
  const { history, system_identifier, timeline, epoch, run_id, position, started_at, adopting } = fields;
  const { evicted = '0' } = fields;
  if (!history || !system_identifier || !timeline || !epoch || !run_id) return undefined;
  if (!position || !started_at) return undefined;
  return {
    history,
    systemIdentifier: system_identifier,
    timeline: Number(timeline),
    epoch,
    runId: run_id,
    evicted,
    position,
    startedAt: started_at,
    adopting: adopting === '1',
  };
}
