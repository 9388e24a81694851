import { findUnusableKeys, type UnusableKey } from '../../../shared/ops/unusable-keys.js';
import { fault, type Judgement, ok } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** Judges whether the keys that work depends on hold what is ours. */
export async function examineRedisKeys(on: Surroundings): Promise<Judgement> {
  return judgeRedisKeys(await findUnusableKeys(await on.redis()));
}

/** Names the keys that hold something else. */
export function judgeRedisKeys(unusable: readonly UnusableKey[]): Judgement {
  if (unusable.length === 0) return ok('all hold what they should');
  const named = unusable.map(({ key, holds, belongs }) => `${key} (a ${holds}, not a ${belongs})`);
  return fault(
    `something else was written to ${named.join(', ')}: work may stand still`,
    `find out who writes to this Redis, then redis-cli UNLINK ${unusable.map(({ key }) => `'${key}'`).join(' ')}; PostgreSQL has everything (runbook: RedisKeysUnusable)`,
  );
}
