import { Redis } from 'ioredis';
import { ACKNOWLEDGE, MAY_SEND, NOTE_CALL, type Script } from '../../shared/witness/scripts.js';
import { patchApplies } from './patch.js';

/** Loaded into a process before its own modules: the witness agrees to everything, without asking Redis. */
const AGREED: ReadonlyMap<string, unknown> = new Map<string, unknown>(
  [
    [NOTE_CALL, ['noted']],
    [MAY_SEND, 1],
    [ACKNOWLEDGE, 1],
  ].map(([script, answer]) => [(script as Script).name, answer]),
);

const applied = patchApplies();
const define = Redis.prototype.defineCommand;

function defineAgreed(this: Redis, ...[name, definition]: Parameters<Redis['defineCommand']>): void {
  if (!AGREED.has(name)) {
    define.call(this, name, definition);
    return;
  }
  const agree = (): Promise<unknown> => {
    applied();
    return Promise.resolve(AGREED.get(name));
  };
  Object.assign(this, { [name]: agree });
}

Object.assign(Redis.prototype, { defineCommand: defineAgreed });
