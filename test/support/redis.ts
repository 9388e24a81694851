import { sharedServers } from './shared-servers.js';

/** As many logical databases as scripts/embedded/redis.ts configures, without 0, where forgetful clients end up. */
const databases = 1023;
let used = 0;

/**
 * A Redis for one test file: a logical database of its own, which it may flush, and a key prefix, for channels too,
 * because those are not separated by database.
 */
export function testRedis(): { url: string; prefix: string } {
  used += 1;
  if (used > databases) throw new Error(`All ${databases} logical databases of the test Redis are in use.`);
  const url = new URL(sharedServers().redisUrl);
  url.pathname = `/${used}`;
  return { url: url.href, prefix: `test-${used}` };
}

/** The address alone, for tests that use no channels. */
export function testRedisUrl(): string {
  return testRedis().url;
}
