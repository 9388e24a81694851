import { expect } from 'chai';
import { type Relay, startRelay } from '../../../harness/relay.js';
import { REDIS_PREFIX } from '../../../shared/redis/prefix.js';
import { useDatabase } from '../../support/database/use-database.js';
import { runAdmin } from '../../support/processes/run-admin.js';
import { testRedisUrl } from '../../support/redis/redis.js';

describe('npm run admin -- adopt-history, if Redis goes away while it works', function () {
  this.timeout(60_000);

  const database = useDatabase();
  const losses: readonly [how: string, lose: (relay: Relay) => void, reason: RegExp][] = [
    ['is cut', (relay) => relay.sever(), /^(The connection to Redis was lost|Redis does not answer)\. /],
    ['falls silent', (relay) => relay.freeze(), /^Redis does not answer\. /],
  ];
  for (const [how, lose, reason] of losses) {
    it(`says what happened and what to do: it ${how}`, async () => {
      const relay = await startRelay(testRedisUrl(), () => ({
        sent: (bytes) => {
          if (!bytes.includes(REDIS_PREFIX)) return bytes;
          lose(relay);
          return Buffer.alloc(0);
        },
        received: (bytes) => bytes,
      }));
      const { code, output } = await runAdmin(database.url, ['adopt-history'], { REDIS_URL: relay.url });
      await relay.close();
      expect(code).to.equal(1);
      expect(output)
        .to.match(reason)
        .and.include(
          'may have been done: run the command again once Redis is back. What is done is not done twice.',
        );
    });
  }
});
