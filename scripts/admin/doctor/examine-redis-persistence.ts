import { readInfo } from '../../../shared/redis/read-info.js';
import { fault, type Judgement, ok, warning } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** What INFO says of keeping, as far as it counts here. */
export interface RedisPersistence {
  appendOnly: boolean;
  /** Names of the kinds of writes to disk that failed when they were last tried. */
  failed: readonly string[];
}

const WRITES = ['aof_last_write_status', 'aof_last_bgrewrite_status', 'rdb_last_bgsave_status'];

/** Judges whether Redis keeps over a restart what the second witness knows, and whether its disk takes it. */
export async function examineRedisPersistence(on: Surroundings): Promise<Judgement> {
  const persistence = await (await on.redis()).info('persistence');
  return judgeRedisPersistence({
    appendOnly: readInfo(persistence, 'aof_enabled') === '1',
    failed: WRITES.filter((name) => readInfo(persistence, name) === 'err'),
  });
}

/** Judges what Redis says of its disk. */
export function judgeRedisPersistence({ appendOnly, failed }: RedisPersistence): Judgement {
  if (failed.length > 0) {
    return fault(
      `its last write to disk failed (${failed.join(', ')}), so it refuses writes`,
      'free disk space and fix the permissions of its folder, then run BGSAVE or BGREWRITEAOF',
    );
  }
  if (appendOnly) return ok('appendonly is on');
  return warning(
    'appendonly is off: a restart loses the memory of what was called and acknowledged',
    'CONFIG SET appendonly yes, also in its configuration; nothing is lost or paid twice without it, but after a failover everything open would go into review',
  );
}
