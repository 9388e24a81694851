import type { Redis } from 'ioredis';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/database.js';
import { isDatabaseWritable } from '../db/writable.js';
import { isRedisWritable } from '../redis/writable.js';
import { withinTime } from '../within-time.js';

/** Well within the 10 s that Prometheus waits by default, even if a server hangs. */
const ANSWERS_WITHIN_MS = 2_000;

/** Adds whether PostgreSQL and Redis accept writes: a server that answers may still be a standby or a replica. */
export function watchWritability(registry: Registry, { db, redis }: { db: Database; redis: Redis }): void {
  registerWritable(registry, 'postgres_writable', 'Whether PostgreSQL accepts writes', async () => {
    const writable = await isDatabaseWritable(db);
    // It may have been demoted, while its address now leads to another server.
    if (!writable) db.dropConnections();
    return writable;
  });
  registerWritable(registry, 'redis_writable', 'Whether Redis accepts writes', () => isRedisWritable(redis));
}

function registerWritable(
  registry: Registry,
  name: string,
  help: string,
  isWritable: () => Promise<boolean>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const writable = await withinTime(isWritable(), ANSWERS_WITHIN_MS).catch(() => false);
      this.set(writable ? 1 : 0);
    },
  });
}
