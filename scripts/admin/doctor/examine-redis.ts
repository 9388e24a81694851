import { isRedisWritable } from '../../../shared/redis/writable.js';
import { fault, type Judgement, ok, warning } from './judgement.js';
import { readReport } from './read-report.js';
import type { Surroundings } from './surroundings.js';

/** The minimum version BullMQ recommends. */
const RECOMMENDED = [6, 2] as const;

/** Judges Redis's version and role, and whether it accepts writes, by trying one. */
export async function examineRedis(on: Surroundings): Promise<Judgement> {
  const redis = await on.redis();
  const [server, replication, writable] = await Promise.all([
    redis.info('server'),
    redis.info('replication'),
    isRedisWritable(redis),
  ]);
  return judgeRedis({
    version: readReport(server, 'redis_version'),
    role: readReport(replication, 'role'),
    writable,
  });
}

/** Judges Redis's report about itself; a Valkey reports the Redis version it is compatible with. */
export function judgeRedis({
  version,
  role,
  writable,
}: {
  version: string;
  role: string;
  writable: boolean;
}): Judgement {
  if (role !== 'master') {
    return fault(
      'the address points to a replica: workers take no jobs',
      'point REDIS_URL to the master, or run REPLICAOF NO ONE if there is none (runbook: RedisReadOnly)',
    );
  }
  if (!writable) {
    return fault(
      'it refuses writes, because of its disk, its memory or too few replicas: workers take no jobs',
      'check its log and INFO, fix the disk or raise maxmemory (runbook: RedisReadOnly)',
    );
  }
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < RECOMMENDED[0] || (major === RECOMMENDED[0] && minor < RECOMMENDED[1])) {
    return warning(`Redis ${version} is old`, `upgrade to Redis ${RECOMMENDED.join('.')} or newer`);
  }
  return ok(`Redis ${version}, a master that accepts writes`);
}
