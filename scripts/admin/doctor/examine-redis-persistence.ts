import { readInfo } from '../../../shared/redis/read-info.js';
import { fault, type Judgement, ok, warning } from './judgement.js';
import { readReport } from './read-report.js';
import type { Surroundings } from './surroundings.js';

/** The part of INFO about persistence that matters here. */
export interface RedisPersistence {
  appendOnly: boolean;
  /** The kinds of writes to disk that failed at their last attempt. */
  failed: readonly string[];
}

const WRITES = ['aof_last_write_status', 'aof_last_bgrewrite_status', 'rdb_last_bgsave_status'];

/** Judges whether the second witness's data in Redis survives a restart, and whether its disk accepts writes. */
export async function examineRedisPersistence(on: Surroundings): Promise<Judgement> {
  const persistence = await (await on.redis()).info('persistence');
  return judgeRedisPersistence({
    appendOnly: readReport(persistence, 'aof_enabled') === '1',
    failed: WRITES.filter((name) => readInfo(persistence, name) === 'err'),
  });
}

/** Judges Redis's report about its disk. */
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
