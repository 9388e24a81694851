import type { Redis } from 'ioredis';
import { sendAll } from '../redis/send-all.js';
import { calledKey, HISTORY_KEY, REMEMBERED_SECONDS, SIMULATED_REMEMBERED_SECONDS } from './keys.js';
import { RecentCalls } from './recent-calls.js';
import { FORGET_CALL, MAY_SEND, NOTE_CALL, REVOKE_CALL, REVOKED, runScript } from './scripts.js';

/** Few enough that Redis takes them within the second after which a command counts as lost. */
const TOLD_AT_ONCE = 1_000;

/** A call with its marker, and the database history it was marked on. */
export interface MarkedCall {
  checkId: string;
  callId: string;
  historyId: string;
}

export interface CallToNote extends MarkedCall {
  /** A call that the caller knows was not paid for. */
  replacing?: string | undefined;
  /** Nobody is paid for it. */
  simulated?: boolean;
}

/** Result of an attempt to note a call. */
export type Noted =
  | { kind: 'noted' }
  /** The witness follows another history, or has forgotten everything: the call must not be made. */
  | { kind: 'history' }
  /** It remembers this call of the check. */
  | { kind: 'known'; callId: string };

/** The witness's part about calls: which checks may have been called, and which calls may still be sent. */
export interface WitnessedCalls {
  /** Called between marker and socket. */
  noteCall(call: CallToNote): Promise<Noted>;
  /** Whether a noted call may still be sent: asked at the last instant before the first byte. */
  mayStillSend(call: MarkedCall): Promise<boolean>;
  /** Revokes the right to send a call about to be written off; resolves to false if it had none. */
  revoke(checkId: string, callId: string): Promise<boolean>;
  /** Forgets a call that was certainly not made. Only an optimisation: whoever finds it asks PostgreSQL. */
  forget(checkId: string, callId: string): Promise<void>;
  /** Tells a witness that starts afresh the calls this process noted recently, except simulated ones. */
  remember(): Promise<void>;
  /** The calls remembered of these checks, in the same order. */
  callsOf(checkIds: readonly string[]): Promise<(string | undefined)[]>;
}

/** Opens this part on a connection that fails fast. */
export function witnessCalls(redis: Redis): WitnessedCalls {
  const recent = new RecentCalls();
  return {
    noteCall: async ({ checkId, callId, historyId, replacing = '', simulated = false }) => {
      const keys = [HISTORY_KEY, calledKey(checkId)];
      const seconds = simulated ? SIMULATED_REMEMBERED_SECONDS : REMEMBERED_SECONDS;
      const args = [historyId, callId, replacing, String(seconds)];
      const noted = readNoted((await runScript(redis, NOTE_CALL, keys, args)) as string[]);
      if (noted.kind === 'noted' && !simulated) recent.add(checkId, callId);
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
      const calls = recent.all();
      for (let at = 0; at < calls.length; at += TOLD_AT_ONCE) {
        const commands = redis.pipeline();
        for (const [checkId, callId] of calls.slice(at, at + TOLD_AT_ONCE)) {
          commands.set(calledKey(checkId), callId, 'EX', REMEMBERED_SECONDS, 'NX');
        }
        await sendAll(commands);
      }
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
