import type { Redis } from 'ioredis';
import { readInfo } from '../redis/read-info.js';
import { calledKey, calledSinceKey, HISTORY_KEY, REMEMBERED_SECONDS } from './keys.js';
import { RecentCalls } from './recent-calls.js';
import {
  BEGIN,
  FORGET_CALL,
  MARK_HOUR,
  MAY_SEND,
  NOTE_CALL,
  REVOKE_CALL,
  REVOKED,
  runScript,
  SEE_POSITION,
} from './scripts.js';

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

/** A call with its marker, and the database history it was marked on. */
export interface MarkedCall {
  checkId: string;
  callId: string;
  historyId: string;
}

/** Result of an attempt to note a call. */
export type Noted =
  | { kind: 'noted' }
  /** The witness follows another history, or has forgotten everything: the call must not be made. */
  | { kind: 'history' }
  /** It remembers this call of the check. */
  | { kind: 'known'; callId: string };

/**
 * The second witness (contract 15): outside PostgreSQL, it knows which checks may have been called. It holds only ids,
 * and nothing a call could be repeated from: losing it costs certainty, not calls. Everything rejects while Redis is
 * unavailable.
 */
export interface Witness {
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
  /** Called between marker and socket. `replacing` is a call the caller knows was not paid for. */
  noteCall(call: MarkedCall & { replacing?: string | undefined }): Promise<Noted>;
  /** Whether a noted call may still be sent: asked at the last instant before the first byte. */
  mayStillSend(call: MarkedCall): Promise<boolean>;
  /** Revokes the right to send a call about to be written off; resolves to false if it had none. */
  revoke(checkId: string, callId: string): Promise<boolean>;
  /** Forgets a call that was certainly not made. Only an optimisation: whoever finds it asks PostgreSQL. */
  forget(checkId: string, callId: string): Promise<void>;
  /** Tells a witness that starts afresh the calls this process noted recently. */
  remember(): Promise<void>;
  /** The calls remembered of these checks, in the same order. */
  callsOf(checkIds: readonly string[]): Promise<(string | undefined)[]>;
}

/** Opens the witness on a connection that fails fast. */
export function openWitness(redis: Redis): Witness {
  const recent = new RecentCalls();
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
    noteCall: async ({ checkId, callId, historyId, replacing = '' }) => {
      const keys = [HISTORY_KEY, calledKey(checkId)];
      const args = [historyId, callId, replacing, String(REMEMBERED_SECONDS)];
      const noted = readNoted((await runScript(redis, NOTE_CALL, keys, args)) as string[]);
      if (noted.kind === 'noted') recent.add(checkId, callId);
      return noted;
    },
    mayStillSend: async ({ checkId, callId, historyId }) =>
      (await runScript(redis, MAY_SEND, [HISTORY_KEY, calledKey(checkId)], [historyId, callId])) === 1,
    revoke: async (checkId, callId) =>
      (await runScript(redis, REVOKE_CALL, [calledKey(checkId)], [callId])) === 1,
    forget: async (checkId, callId) => {
      recent.remove(checkId, callId);
      await runScript(redis, FORGET_CALL, [calledKey(checkId)], [callId]);
    },
    remember: async () => {
      const commands = redis.pipeline();
      for (const [checkId, callId] of recent.all()) {
        commands.set(calledKey(checkId), callId, 'EX', REMEMBERED_SECONDS, 'NX');
      }
      await commands.exec();
    },
    callsOf: async (checkIds) => {
      if (checkIds.length === 0) return [];
      const calls = await redis.mget(checkIds.map(calledKey));
      return calls.map((call) => call?.replace(REVOKED, ''));
    },
  };
}

function readNoted([kind, callId = '']: readonly string[]): Noted {
  if (kind === 'noted' || kind === 'history') return { kind };
  return { kind: 'known', callId };
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
