import { sharedServers } from '../shared-servers.js';

/** The number of databases in scripts/embedded/redis.ts, minus database 0, where clients without a number end up. */
const databases = 1023;
let used = 0;

/**
 * A Redis for one test file: a logical database of its own, which it may flush, and a key prefix that also separates
 * channels, which are shared by all databases.
 */
export function testRedis(): { url: string; prefix: string } {
  used += 1;
  if (used > databases) throw new Error(`All ${databases} logical databases of the test Redis are in use.`);
  const url = new URL(sharedServers().redisUrl);
  url.pathname = `/${used}`;
  return { url: url.href, prefix: `test-${used}` };
}

/** Only the address, for tests that use no channels. */
export function testRedisUrl(): string {
  return testRedis().url;
}
