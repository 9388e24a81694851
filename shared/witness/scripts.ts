import type { Redis } from 'ioredis';
import { MAX_RECENT } from './keys.js';

/** A Lua script that Redis runs atomically. */
export interface Script {
  name: string;
  keys: number;
  lua: string;
}

/** A call that was taken back is still remembered: the provider may have been reached before. */
export const REVOKED = 'revoked:';

/**
 * Notes a call, unless the witness follows another history, or remembers a call of the check other than `expected`.
 * KEYS: history, called. ARGV: history, call, expected call or '', seconds.
 */
export const NOTE_CALL: Script = {
  name: 'witnessNoteCall',
  keys: 2,
  lua: `
    if redis.call('HGET', KEYS[1], 'history') ~= ARGV[1] then return {'history'} end
    local known = redis.call('GET', KEYS[2])
    if known and known ~= ARGV[2] then
      local call = string.gsub(known, '^${REVOKED}', '')
      if call ~= ARGV[3] or call == ARGV[2] then return {'known', call} end
    end
    redis.call('SET', KEYS[2], ARGV[2], 'EX', ARGV[4])
    return {'noted'}`,
};

/** Forgets a call that was certainly not made, unless the witness remembers another. KEYS: called. ARGV: call. */
export const FORGET_CALL: Script = {
  name: 'witnessForgetCall',
  keys: 1,
  lua: `
    if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
    return redis.call('DEL', KEYS[1])`,
};

/**
 * Whether a call may be sent: the witness still follows the history it was marked on, and remembers it. A witness that
 * has since forgotten everything is told of a call by the process that made it, even if the right to send was taken
 * from it. KEYS: history, called. ARGV: history, call.
 */
export const MAY_SEND: Script = {
  name: 'witnessMaySend',
  keys: 2,
  lua: `
    if redis.call('HGET', KEYS[1], 'history') ~= ARGV[1] then return 0 end
    if redis.call('GET', KEYS[2]) ~= ARGV[2] then return 0 end
    return 1`,
};

/** Revokes the right to send a call, and says whether it had it. KEYS: called. ARGV: call. */
export const REVOKE_CALL: Script = {
  name: 'witnessRevokeCall',
  keys: 1,
  lua: `
    if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
    redis.call('SET', KEYS[1], '${REVOKED}' .. ARGV[1], 'KEEPTTL')
    return 1`,
};

/**
 * Makes the witness follow a history, if it is still as the caller saw it. An adoption may keep the epoch, so the
 * history is compared too: otherwise a caller that looked earlier would revert it. KEYS: history. ARGV: epoch, history
 * and adopting as seen, or '' each, then fields and values.
 */
export const BEGIN: Script = {
  name: 'witnessBegin',
  keys: 1,
  lua: `
    local found = redis.call('HMGET', KEYS[1], 'epoch', 'history', 'adopting')
    for index = 1, 3 do
      if (found[index] or '') ~= ARGV[index] then return 0 end
    end
    redis.call('DEL', KEYS[1])
    redis.call('HSET', KEYS[1], unpack(ARGV, 4))
    return 1`,
};

/**
 * Marks an hour in an epoch, once, if the mark that the caller has seen, if any, is still there: it may just have been
 * forgotten, with the calls since. KEYS: history, mark seen, mark. ARGV: epoch, seconds, `seen` or ''.
 */
export const MARK_HOUR: Script = {
  name: 'witnessMarkHour',
  keys: 3,
  lua: `
    if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] then return 0 end
    if ARGV[3] == 'seen' and redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
    if redis.call('GET', KEYS[3]) ~= ARGV[1] then redis.call('SET', KEYS[3], ARGV[1], 'EX', ARGV[2]) end
    return 1`,
};

/**
 * Remembers how far the log was seen, which only grows while the server runs. After a restart, accepts it only from a
 * caller that has compared it with everything seen before. KEYS: history. ARGV: epoch, position compared with,
 * position, start.
 */
export const SEE_POSITION: Script = {
  name: 'witnessSeePosition',
  keys: 1,
  lua: `
    local seen = redis.call('HMGET', KEYS[1], 'epoch', 'position', 'started_at')
    if seen[1] ~= ARGV[1] then return 0 end
    if seen[3] ~= ARGV[4] and seen[2] ~= ARGV[2] then return 0 end
    if tonumber(seen[2]) <= tonumber(ARGV[3]) then
      redis.call('HSET', KEYS[1], 'position', ARGV[3], 'started_at', ARGV[4])
    end
    return 1`,
};

/**
 * Notes acknowledged requests, unless the database that accepted them is not the adopted one. While a database is being
 * adopted it does not know that yet, and is recognised by server and timeline. KEYS: history, acknowledged,
 * acknowledged last. ARGV: history, system, timeline, seconds, then ids.
 */
export const ACKNOWLEDGE: Script = {
  name: 'witnessAcknowledge',
  keys: 3,
  lua: `
    local known = redis.call('HMGET', KEYS[1], 'history', 'system_identifier', 'timeline', 'adopting')
    if known[1] and known[1] ~= ARGV[1] then
      if known[4] ~= '1' or known[2] ~= ARGV[2] or known[3] ~= ARGV[3] then return 0 end
    end
    redis.call('SADD', KEYS[2], unpack(ARGV, 5))
    redis.call('EXPIRE', KEYS[2], ARGV[4])
    redis.call('LPUSH', KEYS[3], unpack(ARGV, 5))
    redis.call('LTRIM', KEYS[3], 0, ${MAX_RECENT - 1})
    return 1`,
};

type Command = (...args: string[]) => Promise<unknown>;

/** Runs a script on a connection; its text is sent only if Redis does not know it yet. */
export function runScript(redis: Redis, script: Script, keys: readonly string[], args: readonly string[]) {
  const commands = redis as unknown as Record<string, Command | undefined>;
  if (commands[script.name] === undefined) {
    redis.defineCommand(script.name, { numberOfKeys: script.keys, lua: script.lua });
  }
  const command = commands[script.name];
  if (command === undefined) throw new Error('Bug: a script was not defined');
  return command.call(redis, ...keys, ...args);
}
