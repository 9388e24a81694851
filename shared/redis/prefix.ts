/** Everything the service keeps in Redis is under this hash tag, so that a Redis Cluster keeps it in one slot. */
export const REDIS_PREFIX = '{verification}';
