import { fault, type Judgement, ok, warning } from './judgement.js';
import { readReport } from './read-report.js';
import type { Surroundings } from './surroundings.js';

/** Above this share of `maxmemory` it is time to see what fills it. */
const MUCH_USED = 0.8;

/** Judges what Redis does when its memory is full, and how close that is. */
export async function examineRedisMemory(on: Surroundings): Promise<Judgement> {
  const memory = await (await on.redis()).info('memory');
  return judgeRedisMemory({
    policy: readReport(memory, 'maxmemory_policy'),
    limitBytes: Number(readReport(memory, 'maxmemory')),
    usedBytes: Number(readReport(memory, 'used_memory')),
  });
}

/** Judges policy and use; a limit of 0 means none. */
export function judgeRedisMemory(memory: {
  policy: string;
  limitBytes: number;
  usedBytes: number;
}): Judgement {
  const { policy, limitBytes, usedBytes } = memory;
  if (policy !== 'noeviction') {
    return fault(
      `maxmemory-policy is ${policy}: when memory is full, jobs and the witness's data would be evicted`,
      'CONFIG SET maxmemory-policy noeviction, also in its configuration; until then the processes refuse to start',
    );
  }
  const used = `${Math.ceil(usedBytes / 1024 / 1024)} MB used`;
  if (limitBytes === 0) return ok(`noeviction, ${used}, no limit`);
  const part = `${used}, ${Math.round((usedBytes / limitBytes) * 100)}% of maxmemory`;
  if (usedBytes > limitBytes * MUCH_USED) {
    return warning(part, 'raise maxmemory: a full Redis refuses writes, and workers stop taking jobs');
  }
  return ok(`noeviction, ${part}`);
}
